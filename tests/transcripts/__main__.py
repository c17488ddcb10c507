"""Write all transcripts anew."""

from tests.transcripts import write_all

write_all()
