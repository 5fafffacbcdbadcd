"""Answers that come in any order go on in the order in which their pages were asked for."""

import asyncio

import pytest

from sitecrawl.turns import Turns


def order_of(delays, turns, failed=()):
    """The pages' numbers in the order in which they went on; each answer comes after its delay in seconds."""
    went_on = []

    async def answer(number, delay):
        await asyncio.sleep(delay)
        if number in failed:
            turns.done(number)
            return
        await turns.wait(number)
        went_on.append(number)
        turns.done(number)

    async def crawl():
        await asyncio.gather(*(answer(turns.take(), delay) for delay in delays))

    asyncio.run(crawl())
    return went_on


@pytest.mark.parametrize("delays", [(0.03, 0.02, 0.01, 0), (0, 0.03, 0, 0.01), (0.02, 0, 0.02, 0)])
def test_answers_go_on_in_the_order_of_their_pages(delays):
    assert order_of(delays, Turns(30)) == [1, 2, 3, 4]


def test_a_page_that_failed_holds_no_other_up():
    assert order_of((0.02, 0, 0.01), Turns(30), failed={1}) == [2, 3]


def test_an_answer_that_is_too_slow_loses_its_turn():
    assert order_of((0.5, 0, 0.01, 0.02), Turns(0.1)) == [2, 3, 4, 1]


def test_a_page_without_a_number_does_not_wait():
    turns = Turns(30)
    turns.take()
    went_on = []

    async def crawl():
        second = asyncio.ensure_future(turns.wait(turns.take()))
        await asyncio.wait_for(turns.wait(None), 5)
        went_on.append(second.done())
        second.cancel()

    asyncio.run(crawl())
    assert went_on == [False]  # before the page that has to wait for its turn
