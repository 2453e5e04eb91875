"""The programmatic phone: a deterministic, forkable, fast simulation of an Android phone driven through typed tools."""
