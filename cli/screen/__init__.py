"""What people see: text, tables, pictures and plots."""
