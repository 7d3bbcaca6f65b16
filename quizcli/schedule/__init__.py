"""When a question is due (pure): study days, FSRS, the plan for an interview date."""
