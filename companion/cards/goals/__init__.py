"""Goals that do something when they are turned over, one module each (CHAL-02)."""
