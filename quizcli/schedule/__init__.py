"""When a question is due (pure): study days, FSRS, the plan toward an interview date."""
