"""The spider of one folder: each file that changed is a request, answered from the disk."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, ClassVar

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure

from sitecrawl.folder import Listing, list_folder
from sitecrawl.folderarguments import read_folder_arguments
from sitecrawl.foldersession import FolderSession
from sitecrawl.foldervisits import FolderVisits
from sitecrawl.items import PageItem
from sitecrawl.startup import open_folder_session

# sent when every file of a reading has been read
folder_read = object()
_WATCH_SECONDS = 1.0


class FolderSpider(Spider):
    """Reads the files of a folder; with `watch=1` again whenever they change.

    Arguments: see `sitecrawl.folderarguments.FolderArguments`.
    """

    name = "folder"
    # nothing here goes over a network: no throttle, no robots.txt, no redirects
    custom_settings: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # Scrapy declares it per instance
        "DOWNLOADER_MIDDLEWARES_BASE": {},
        "DOWNLOADER_MIDDLEWARES": {
            "sitecrawl.contracts.ContractAnswers": 10,
            "sitecrawl.middlewares.FolderFiles": 100,
        },
        "SPIDER_MIDDLEWARES_BASE": {},
        "ITEM_PIPELINES": {"sitecrawl.pipelines.WriteFolderPassages": 300},
        "EXTENSIONS": {},
        "EXTENSIONS_BASE": {},
        "AUTOTHROTTLE_ENABLED": False,
    }
    session: FolderSession
    visits: FolderVisits

    @classmethod
    def from_crawler(cls, crawler: Crawler, *_: Any, **kwargs: Any) -> FolderSpider:
        """Made by Scrapy; the arguments were checked by the crawl command before."""
        spider = super().from_crawler(crawler)
        spider._given = kwargs
        spider.begin(spider.new_session())
        spider._watching = LoopingCall(spider.look)
        crawler.signals.connect(spider.idle, signals.spider_idle)
        return spider

    _given: dict[str, Any]
    _watching: LoopingCall
    _seen: Listing | None = None

    def new_session(self) -> FolderSession:
        """A session for another reading, from the same arguments."""
        return open_folder_session(self.settings, read_folder_arguments(self._given) if self._given else None)

    def begin(self, session: FolderSession) -> None:
        """Begin anew with a session: nothing is known or read yet."""
        self.session = session
        self.visits = FolderVisits(session)

    async def start(self) -> AsyncIterator[Any]:
        """Ask for the files that are not known to be as they were."""
        for request in self._requests():
            yield request

    def _requests(self) -> Iterator[Request]:
        for file in self.visits.open():
            yield Request(
                self.visits.address(file),
                callback=self.parse_file,
                errback=self.file_failed,
                dont_filter=True,
                meta={"file": file, "root": self.session.root},
            )

    def parse_file(self, response: Response) -> Iterator[PageItem]:
        """Read a file: its headings and text.

        @fixture markdown folder://shop/delivery.md
        @yields heading Delivery > Costs
        @yields text Parcels to Norway cost 12 euros
        @yields anchor costs-and-time
        """
        yield PageItem(self.visits.read(response.url, response.body, response.meta.get("file")), [])

    def file_failed(self, failure: Failure) -> None:
        """Note a file that could not be read."""
        request: Request = failure.request  # type: ignore[attr-defined]  # Scrapy puts it there
        error = failure.value
        self.visits.failed(request.meta["file"], getattr(error, "strerror", None) or str(error))

    def idle(self) -> None:
        """Every file is read: publish, and wait for changes when asked to watch."""
        if self.visits.is_open:
            self.crawler.signals.send_catch_log(folder_read, spider=self)
        if not self.session.arguments.watch:
            return
        if not self._watching.running:
            self._seen = self.visits.listing
            self._watching.start(_WATCH_SECONDS, now=False)
        raise DontCloseSpider

    def look(self) -> None:
        """Read the folder again once it has changed and then kept still for one look."""
        engine = self.crawler.engine
        if self.visits.is_open or engine is None:
            return
        try:
            now = list_folder(self.session.root)
        except OSError:
            return  # moved away or unmounted: what was published last is kept until it is back
        before, self._seen = self._seen, now
        if before is None or now.state != before.state or now.state == self.visits.listing.state:
            return
        self.begin(self.new_session())
        requests = list(self._requests())
        for request in requests:
            engine.crawl(request)
        if not requests:
            self.crawler.signals.send_catch_log(folder_read, spider=self)

    def closed(self, reason: str) -> None:
        """Called by Scrapy when the spider is done, however it ended."""
        if self._watching.running:
            self._watching.stop()
