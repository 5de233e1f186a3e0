"""The book of emojis: what an application has of ours, what it lacks, what it may drop."""

from bot.engine.cards import CARDS, parse_card
from bot.pictures.cards import BACK, EMOJIS, face_of, face_on
from bot.pictures.emojis import Emoji, EmojiBook

NAMES = {face_of(name): name for name in EMOJIS}
ALL = [(name, 1000 + place) for place, name in enumerate(EMOJIS)]
ACE = parse_card("AS")
ACE_NAME = NAMES["AS"]
FOREIGN = [("party", 1), ("yaniv_logo_abcdef", 2), ("yaniv", 3)]


def with_other_hash(name: str) -> str:
    stem, digest = name.rsplit("_", 1)
    return f"{stem}_{'000000' if digest != '000000' else '111111'}"


def test_the_first_start_uploads_everything() -> None:
    book = EmojiBook([])
    assert dict(book.missing) == dict(EMOJIS)
    assert book.outdated == ()
    assert book.of(ACE) is None
    assert book.back is None


def test_uploads_fill_the_book_one_by_one() -> None:
    book = EmojiBook([])
    for number, (name, _) in enumerate(book.missing, start=1):
        assert len(book.missing) == len(EMOJIS) - number + 1
        book.add(name, number)
    assert book.missing == ()
    assert book.outdated == ()
    assert book.of(ACE) == Emoji(ACE_NAME, 1)


def test_the_second_start_finds_all() -> None:
    book = EmojiBook(ALL)
    assert book.missing == ()
    assert book.outdated == ()
    for card in CARDS:
        name = NAMES[face_on(card)]
        assert book.of(card) == (name, dict(ALL)[name])
    assert book.back == (NAMES[BACK], dict(ALL)[NAMES[BACK]])


def test_only_what_lacks_is_uploaded() -> None:
    lost = ACE_NAME
    book = EmojiBook([emoji for emoji in ALL if emoji[0] != lost])
    assert book.missing == ((lost, EMOJIS[lost]),)
    assert book.of(ACE) is None


def test_a_changed_drawing_serves_until_its_successor_is_there() -> None:
    new = ACE_NAME
    old = Emoji(with_other_hash(new), 77)
    book = EmojiBook([old, *(emoji for emoji in ALL if emoji[0] != new)])
    assert [name for name, _ in book.missing] == [new]
    assert book.outdated == ()
    assert book.of(ACE) == old
    book.add(new, 5000)
    assert book.missing == ()
    assert book.outdated == (old,)
    assert book.of(ACE) == Emoji(new, 5000)


def test_of_several_earlier_drawings_the_newest_serves() -> None:
    stem = ACE_NAME.rsplit("_", 1)[0]
    book = EmojiBook([(f"{stem}_aaaaaa", 9), (f"{stem}_bbbbbb", 5)], drawn={ACE_NAME: b"png"})
    assert book.of(ACE) == Emoji(f"{stem}_aaaaaa", 9)


def test_foreign_emojis_are_left_alone() -> None:
    book = EmojiBook([*FOREIGN, *ALL])
    assert book.missing == ()
    assert book.outdated == ()
    assert EmojiBook(FOREIGN).outdated == ()


def test_of_two_with_one_name_the_older_stays() -> None:
    name = ACE_NAME
    for pair in ([(name, 4), (name, 8)], [(name, 8), (name, 4)]):
        book = EmojiBook(pair)
        assert book.of(ACE) == Emoji(name, 4)
        assert book.outdated == (Emoji(name, 8),)


def test_noting_one_emoji_twice_does_not_condemn_it() -> None:
    book = EmojiBook(ALL)
    book.add(*ALL[0])
    assert book.outdated == ()
    assert book.of(ACE) == ALL[0]
