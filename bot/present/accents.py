"""The colours at a screen's edge (0xRRGGBB). They only decorate: nothing is told by colour alone."""

BLUE = 0x4C7BD9
GREEN = 0x2F9E62
GOLD = 0xE0A526
RED = 0xD1495B
GREY = 0x7A8290
