"""What Discord refuses with: a status, a code of its own, a sentence."""

from typing import Any

Json = dict[str, Any]

STATUS_AND_MESSAGE = {
    0: (404, "404: Not Found"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Tried to perform an operation on an archived thread"),
    160005: (400, "Thread is locked"),
}


class ApiError(Exception):
    """One refusal, raised anywhere below the routes."""

    def __init__(self, code: int, **more: Any) -> None:
        """`more` goes into the body, such as `errors` or `retry_after`."""
        self.status, message = STATUS_AND_MESSAGE[code]
        self.code = code
        self.body: Json = {"message": message, "code": code, **more}
        self.headers: dict[str, str] = {}
        super().__init__(f"{self.status} {code}: {message} {more or ''}")

    @property
    def is_for_too_many(self) -> bool:
        return self.status == 429


class ServerFailureError(ApiError):
    """A failure on Discord's own side."""

    def __init__(self, status: int = 500) -> None:
        super().__init__(0)
        self.status = status
        self.body = {"message": f"{status}: Internal Server Error", "code": 0}


def unauthorized() -> ApiError:
    error = ApiError(0)
    error.status, error.body = 401, {"message": "401: Unauthorized", "code": 0}
    return error


def bad_form(issues: list[tuple[str, str, str]]) -> ApiError:
    """Each issue is a path such as `components.0.label`, a code and a sentence."""
    tree: Json = {}
    for path, code, sentence in issues:
        node = tree
        for step in path.split("."):
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": code, "message": sentence})
    return ApiError(50035, errors=tree)
