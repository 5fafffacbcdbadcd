"""Pages as a browser shows them; imported only where the optional extra is installed."""
