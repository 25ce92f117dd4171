"""Drawings of our own in; the weights of vision.detection's networks out. Needs the extra `train`; nothing imports it.

fit runs one of the tasks on shards of the dataset, fit_faces trains the network that sees a table's cards together;
metrics, temperature_scaling and evaluate measure what was learnt; export writes it for OpenCV. No scan, no photograph
and no published card is trained on.
"""
