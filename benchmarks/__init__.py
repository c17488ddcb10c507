"""How fast it is: interpreted, compiled, and beside the games of other libraries."""
