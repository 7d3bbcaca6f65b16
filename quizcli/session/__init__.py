"""What is asked next and how an answer is judged (pure): no terminal, no files, no clock."""
