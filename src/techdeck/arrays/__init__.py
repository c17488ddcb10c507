"""The same reckonings as in the core, for many positions at once, with numpy.  The core itself does without."""
