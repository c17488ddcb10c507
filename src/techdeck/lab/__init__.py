"""The lab: many games played by bots, kept as rows that can be asked questions, and bots rated against each other."""
