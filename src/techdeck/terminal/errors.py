"""What can go wrong through no fault of the program's: each is one sentence for the person who sits there."""


class Complaint(ValueError):
    """Something cannot be done as asked; the text is a sentence that helps."""


class Left(Exception):
    """The person leaves: with a word, by ending the input, or by Ctrl-C."""

    def __init__(self, by_interrupt: bool = False) -> None:
        super().__init__("The person leaves.")
        self.by_interrupt = by_interrupt
