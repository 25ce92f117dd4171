"""The door: what each command does, in the one room that sees camera and pages. No rules, no pictures, no pages."""
