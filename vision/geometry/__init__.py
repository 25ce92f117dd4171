"""Millimetres on the table to pixels and back. No pictures.

In: points (n, 2) and quads (n, 4, 2) of floats, in millimetres of the game's frame (_mm) or in picture pixels (_px).
Out: the same on the other side of a TablePose; a CardPose (millimetres, radians); the TablePose that fits Landmarks.
Never: sees a pixel's colour; decides whether something is a card.

dimensions say what the things on the table measure; table_pose says where the play area is and where the camera, a
pinhole of eight numbers, card_pose where cards are, as quads too; pose_fit fits a table's pose to landmarks.
"""
