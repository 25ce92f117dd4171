"""Tunnels only: sides, faces, boards and their text. No players, no turns."""
