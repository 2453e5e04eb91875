"""The phone as a real device over adb."""
