"""A throttle that never goes below what a site asks for."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from scrapy import Request
from scrapy.core.downloader import Slot
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from sitecrawl.throttle import PoliteThrottle

HOST = "shop.example"
SETTINGS = {"AUTOTHROTTLE_ENABLED": True, "AUTOTHROTTLE_MAX_DELAY": 10.0, "DOWNLOAD_DELAY": 0.5}


@pytest.fixture
def throttle():
    """A throttle with one slot, whose host waits 1 s between requests."""
    made = PoliteThrottle(get_crawler(settings_dict=SETTINGS))
    made.mindelay, made.maxdelay = 0.5, 10.0
    slot = Slot(concurrency=1, delay=1.0, jitter=0)
    made.crawler.engine = SimpleNamespace(downloader=SimpleNamespace(slots={HOST: slot}))
    yield made
    slot.close()


@pytest.fixture
def slot(throttle):
    return throttle.crawler.engine.downloader.slots[HOST]


def answer(throttle, latency, status=200):
    """An answer that took `latency` seconds."""
    request = Request("https://shop.example/", meta={"download_slot": HOST, "download_latency": latency})
    throttle._response_downloaded(Response(request.url, status=status), request, None)


@pytest.mark.parametrize(("asked", "holds"), [(3.0, 3.0), (0.1, 0.5)])
def test_the_larger_of_their_delay_and_ours_holds(throttle, slot, asked, holds):
    assert throttle.set_floor(HOST, asked) == holds
    assert slot.delay == max(1.0, holds)


def test_quick_answers_do_not_bring_the_delay_below_the_floor(throttle, slot):
    throttle.set_floor(HOST, 3.0)
    for _ in range(10):
        answer(throttle, 0.01)
    assert slot.delay == 3.0


def test_without_a_floor_quick_answers_bring_the_delay_down_to_ours(throttle, slot):
    for _ in range(10):
        answer(throttle, 0.01)
    assert slot.delay == pytest.approx(0.5, abs=0.01)


def test_a_floor_above_the_ceiling_holds(throttle, slot):
    throttle.set_floor(HOST, 30.0)
    answer(throttle, 0.01)
    assert slot.delay == 30.0


@pytest.mark.parametrize(("asked", "waited"), [(4.0, 4.0), (0.0, 1.0), (None, 2.0)])
def test_slowing_down_waits_as_asked_or_twice_as_long(throttle, slot, asked, waited):
    throttle.slow_down(HOST, asked)
    assert slot.delay == waited


def test_a_pause_wears_off_as_answers_come_back_well(throttle, slot):
    throttle.slow_down(HOST, 8.0)
    for _ in range(20):
        answer(throttle, 0.01)
    assert slot.delay < 1.0


def test_a_host_that_was_not_asked_yet_keeps_its_floor_for_later(throttle):
    assert throttle.set_floor("other.example", 2.0) == 2.0
    throttle.slow_down("other.example", 5.0)
