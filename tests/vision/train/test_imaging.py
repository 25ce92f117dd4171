"""One lamp and one camera for several training pictures."""

import numpy as np

from vision.train.dataset.imaging import film, light

GREY = np.full((112, 72, 3), 120, np.uint8)
WIDTH_PX = 50.0
TABLES = range(40)
PLAIN = 3.0  # grey levels; JPEG rounds fainter noise away


def test_one_camera_takes_all_pictures_as_noisy_and_none_with_the_same_noise():
    rng = np.random.default_rng(1)
    for table in TABLES:
        one, other = (film(GREY.astype(np.float32), WIDTH_PX, np.random.default_rng(table), rng) for _ in range(2))
        noise, again = (picture - picture.mean() for picture in (one, other))
        assert (noise * again).mean() <= 0.3 * noise.std() * again.std() + 0.1
        if min(noise.std(), again.std()) > PLAIN:
            assert 0.8 < noise.std() / again.std() < 1.25


def test_one_lamp_lights_all_pictures_alike_but_for_shadows_and_glare_which_lie_anywhere():
    rng = np.random.default_rng(2)
    lit = [[light(GREY, np.random.default_rng(table), rng) for _ in range(2)] for table in TABLES]
    alike = [np.abs(one - other).max() < 1 for one, other in lit]
    assert 0.1 < np.mean(alike) < 0.9
    assert len({round(float(one.mean())) for one, _ in lit}) > len(TABLES) / 2, "another table has another lamp"
