"""Suites, scoring, statistics and reports. Data, training and harness all measure with it."""
