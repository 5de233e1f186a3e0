"""Discord's API description as the judge, where the environment names it."""

import pytest

from tests.discord_server.schema import VARIABLE, WHY_NOT, load_schema

needs_description = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or VARIABLE)
SEND = "/api/v10/channels/123/messages"


def text(content="x"):
    return {"type": 10, "content": content}


def row(**parts):
    return {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "a"} | parts]}


@needs_description
@pytest.mark.parametrize(
    "body",
    [
        {
            "components": [
                {"type": 1, "components": [{"type": 2, "style": 9, "label": "x", "custom_id": "a"}]}
            ]
        },
        {
            "components": [
                {"type": 1, "components": [{"type": 2, "style": 1, "label": "x" * 81, "custom_id": "a"}]}
            ]
        },
        {"components": [{"type": 99}]},
        {"components": [{"type": 17, "components": [text("x" * 4001)]}]},
        {"content": 5},
        {"nonce": "x" * 26},
        {"allowed_mentions": {"parse": ["nobody"]}},
    ],
)
def test_it_catches_what_the_description_forbids(body):
    assert load_schema().fault_of_request("POST", SEND, body)


@needs_description
def test_it_accepts_what_discord_py_sends():
    button = {"type": 2, "style": 1, "label": "x", "custom_id": "a", "emoji": {"id": 123456789, "name": "AH"}}
    body = {
        "components": [
            {"type": 17, "components": [text(), {"type": 1, "components": [button]}], "accent_color": 5}
        ],
        "flags": 1 << 15,
        "allowed_mentions": {"parse": []},
        "tts": False,
    }
    assert load_schema().fault_of_request("POST", SEND, body) == ""


@needs_description
def test_what_was_found_right_is_not_validated_again_and_anything_else_is():
    schema = load_schema()
    assert (
        schema.fault_of_request("POST", SEND, {"components": [row(), text("one text of that length")]}) == ""
    )
    validated = schema.validated
    assert (
        schema.fault_of_request("POST", SEND, {"components": [text("two text of that length"), row()]}) == ""
    )
    assert schema.validated == validated
    for wrong in (
        text("x" * 4001),
        row(style=9),
        text("") | {"content": 5},
        {"type": 17, "components": [row()] * 41},
    ):
        assert schema.fault_of_request("POST", SEND, {"components": [wrong]})
        assert schema.fault_of_request("POST", SEND, {"components": [wrong]})
    assert schema.validated == validated + 8


@needs_description
def test_routes_that_do_not_exist_are_faults():
    schema = load_schema()
    assert schema.fault_of_request("POST", "/api/v10/nowhere", {})
    assert schema.fault_of_request("GET", "/api/v10/users/@me", None) == ""
    assert schema.fault_of_answer("GET", "/api/v10/users/@me", 200, {"id": "1"})


def test_without_a_file_it_says_so(monkeypatch):
    from tests.discord_server import schema

    monkeypatch.delenv(VARIABLE, raising=False)
    assert VARIABLE in schema._why_not()
    monkeypatch.setenv(VARIABLE, "nowhere.json")
    assert schema._why_not()
