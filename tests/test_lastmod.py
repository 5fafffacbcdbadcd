import pytest

from sitecrawl.frontier.lastmod import read_date


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("2024-05-01", "2024-05-01"),
        ("2024-05-01T12:30:00Z", "2024-05-01T12:30:00Z"),
        ("2024-05-01T12:30+02:00", "2024-05-01T10:30:00Z"),
        ("2024-05-01T12:30:00.123456-0500", "2024-05-01T17:30:00Z"),
        ("2024-05-01 12:30:00", "2024-05-01T12:30:00Z"),
        ("Thu, 05 Jan 2017 13:34:51 +0100", "2017-01-05T12:34:51Z"),
        ("2024", None),
        ("2024-13-01", None),
        ("0001-01-01T00:00:00+14:00", None),
        ("yesterday", None),
        ("", None),
        (None, None),
    ],
)
def test_dates_come_in_one_form(written, date):
    assert read_date(written) == date
