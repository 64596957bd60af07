"""Pictures as they are seen without some colours, or without any."""

from PIL import Image

_LINEAR = [round(((each / 255) ** 2.2) * 255) for each in range(256)]
_BACK = [round(((each / 255) ** (1 / 2.2)) * 255) for each in range(256)]

MATRICES = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
    "grey": ((0.213, 0.715, 0.072),) * 3,
}
"""Of light as it is, not as it is coded: Machado, Oliveira and Fernandes 2009, at their strongest."""


def seen_with(picture: Image.Image, eyes: str) -> Image.Image:
    """Return a picture as it is seen with such eyes."""
    rows = tuple(number for row in MATRICES[eyes] for number in (*row, 0.0))
    light = picture.convert("RGB").point(_LINEAR * 3)
    return light.convert("RGB", rows).point(_BACK * 3)
