"""The financial auditor's calculations: what the reports say, period by period, and how sound it is."""
