"""Places where actions run. One interface (``base.Environment``), three backends: phone, simulated, device."""
