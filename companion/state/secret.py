"""What some people at the table may not know, as a type that cannot leak by habit. Who may open it: rules, cards
and views."""

from __future__ import annotations

from typing import Generic, NoReturn, TypeVar, final

T = TypeVar("T")


@final
class Secret(Generic[T]):
    """A value that cannot be printed, formatted, ordered, hashed or encoded by accident.

    Two secrets compare equal when their values do, so that games and events can be compared as a whole;
    comparing with anything else is a programmer's mistake and raises. `open_for` is the only way in and is
    called in `companion/rules`, `companion/cards`, `companion/views/project*` and the journal's codec only
    (tests/test_architecture.py).
    """

    __slots__ = ("_value",)

    def __init__(self, value: T) -> None:
        object.__setattr__(self, "_value", value)

    def open_for(self, reason: str) -> T:
        """The value. `reason` says in the code why this caller may know it; it is not recorded."""
        value: T = object.__getattribute__(self, "_value")
        return value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            raise TypeError("a secret can only be compared to a secret")
        return bool(object.__getattribute__(self, "_value") == object.__getattribute__(other, "_value"))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "Secret(...)"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return "Secret(...)"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a secret cannot be changed")

    def __bool__(self) -> NoReturn:
        raise TypeError("a secret has no truth value")

    def __iter__(self) -> NoReturn:
        raise TypeError("a secret cannot be iterated")

    def __len__(self) -> NoReturn:
        raise TypeError("a secret has no length")

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret cannot be pickled or copied out")

    def __copy__(self) -> Secret[T]:
        return self

    def __deepcopy__(self, memo: object) -> Secret[T]:
        return self
