"""What the cards of each edition do, in the words of `effects`."""
