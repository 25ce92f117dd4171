"""A token bucket for each asker: a handful at once, then one now and then, and nobody pays for another."""

from __future__ import annotations

from web import allowance
from web.allowance import Allowance, Buckets


class Clock:
    now = 50.0

    def __call__(self) -> float:
        return self.now


def test_a_full_bucket_empties_and_fills_again():
    clock = Clock()
    buckets = Buckets(Allowance(3, every_s=2.0), clock)
    assert [buckets.wait_s("a") for _ in range(4)] == [0.0, 0.0, 0.0, 2.0]
    clock.now += 2.0
    assert [buckets.wait_s("a") for _ in range(2)] == [0.0, 2.0]
    clock.now += 1000.0
    assert [buckets.wait_s("a") for _ in range(4)] == [0.0, 0.0, 0.0, 2.0]


def test_nobody_waits_for_what_another_took():
    buckets = Buckets(Allowance(1, every_s=2.0), Clock())
    assert [buckets.wait_s("a"), buckets.wait_s("a"), buckets.wait_s("b")] == [0.0, 2.0, 0.0]


def test_what_was_not_used_is_given_back():
    buckets = Buckets(Allowance(1, every_s=2.0), Clock())
    buckets.wait_s("a")
    buckets.give_back("a")
    assert buckets.wait_s("a") == 0.0


def test_made_up_addresses_do_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(allowance, "ASKERS", 10)
    clock = Clock()
    buckets = Buckets(Allowance(1, every_s=2.0), clock)
    for number in range(50):
        buckets.wait_s(f"stranger {number}")
    assert len(buckets._full_at) == 10
    clock.now += 10.0
    buckets.wait_s("a")
    assert set(buckets._full_at) == {"a"}
