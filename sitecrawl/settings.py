"""Scrapy's settings for this project, each with its default and our reason; our own come last."""

import os

from sitecrawl import __version__

BOT_NAME = "sitecrawl"
SPIDER_MODULES = ["sitecrawl.spiders"]
NEWSPIDER_MODULE = "sitecrawl.spiders"
COMMANDS_MODULE = "sitecrawl.commands"

# --- who we are -------------------------------------------------------------------------------
PRODUCT_TOKEN = "SiteKnowledge"
PROJECT_ADDRESS = "https://site-knowledge.invalid/"  # RFC 2606: says plainly that nobody is named; see the warning
USER_AGENT = f"{PRODUCT_TOKEN}/{__version__} (+{PROJECT_ADDRESS})"  # default names Scrapy; the spider adds our contact
CALLER = "scrapy"  # in whose words hints are (sitecrawl/wording.py); our own commands set it

# --- a good guest -----------------------------------------------------------------------------
ROBOTSTXT_OBEY = True  # default False
AUTOTHROTTLE_ENABLED = True  # default False; we are a guest on someone's server
AUTOTHROTTLE_START_DELAY = 1.0  # default 5
AUTOTHROTTLE_MAX_DELAY = 60.0  # default 60
AUTOTHROTTLE_TARGET_CONCURRENCY = 1.0  # default 1
DOWNLOAD_DELAY = 0.5  # default 0
DOWNLOAD_DELAY_JITTER = 0  # default 0.5; a random shorter gap would break the Crawl-delay a site asks for
CONCURRENT_REQUESTS = 4  # default 16; one host is asked at a time, and what waits below cannot be closed as a trap
CONCURRENT_REQUESTS_PER_DOMAIN = 4  # default 8
CONCURRENT_ITEMS = 1  # default 100: so many tasks for every answer, and our pipelines wait for nothing
COOKIES_ENABLED = True  # default True; in memory for one crawl, some sites answer only with their cookie

# --- caps -------------------------------------------------------------------------------------
DOWNLOAD_TIMEOUT = 30  # default 180
DOWNLOAD_MAXSIZE = 10 * 1024 * 1024  # default 1 GiB; a bigger "page" is not a page
DOWNLOAD_WARNSIZE = 0  # default 32 MiB; the cap above speaks for itself
RETRY_TIMES = 2  # default 2: a failed fetch is tried twice more
RETRY_HTTP_CODES = [408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]  # default without 520, 521 and 523
RETRY_PRIORITY_ADJUST = -1  # default -1: a troubled page waits behind its neighbours
RETRY_GIVE_UP_LOG_LEVEL = "DEBUG"  # default ERROR; the report lists every failure
REDIRECT_MAX_TIMES = 10  # default 20
REDIRECT_PRIORITY_ADJUST = 2  # default 2
METAREFRESH_ENABLED = False  # default True; the spider reads the target from the document
DEPTH_LIMIT = 0  # default 0; the spider's own max_depth decides, and reports what it leaves out
DNS_RESOLVER = "sitecrawl.privateguard.GuardedResolver"  # default without the guard
DNS_TIMEOUT = 20  # default 60

# --- safety -----------------------------------------------------------------------------------
DOWNLOAD_VERIFY_CERTIFICATES = True  # default False
TELNETCONSOLE_ENABLED = False  # default True
REMOTE_CONTROL_ENABLED = False  # default True
HTTPERROR_ALLOW_ALL = False  # default False: error pages reach the errback, never the extraction

# --- breadth first ----------------------------------------------------------------------------
SCHEDULER_MEMORY_QUEUE = "scrapy.squeues.FifoMemoryQueue"  # default last in, first out: a trap would be dived into
SCHEDULER_DISK_QUEUE = "scrapy.squeues.PickleFifoDiskQueue"  # likewise
REQUEST_FINGERPRINTER_CLASS = "sitecrawl.fingerprint.PageFingerprinter"  # one page, one fingerprint

# --- our components ---------------------------------------------------------------------------
DOWNLOADER_MIDDLEWARES = {
    "sitecrawl.contracts.ContractAnswers": 10,  # answers `scrapy check`, and only that, without network
    "sitecrawl.privateguard.PrivateGuard": 90,
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "sitecrawl.robotsgate.RobotsGate": 100,
    "sitecrawl.middlewares.PageBudget": 110,  # behind the gate: what robots.txt forbids costs no budget
    "scrapy.downloadermiddlewares.retry.RetryMiddleware": None,
    "sitecrawl.middlewares.PoliteRetry": 550,
    "scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware": None,
    "scrapy.downloadermiddlewares.redirect.RedirectMiddleware": None,
    "sitecrawl.middlewares.ScopedRedirect": 600,
    "scrapy.downloadermiddlewares.cookies.CookiesMiddleware": None,
    "sitecrawl.cookies.OfflineCookies": 700,
    "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,  # scope is decided before a request is made
}
DOWNLOAD_HANDLERS = {"http": "sitecrawl.lastcheck.LastCheck", "https": "sitecrawl.lastcheck.LastCheck"}
ITEM_PIPELINES = {"sitecrawl.pipelines.WritePassages": 300}
EXTENSIONS = {
    "scrapy.extensions.throttle.AutoThrottle": None,
    "sitecrawl.throttle.PoliteThrottle": 0,
    "sitecrawl.extensions.Progress": 500,
    "scrapy.extensions.logstats.LogStats": None,  # Progress speaks instead
}
SPIDER_CONTRACTS = {"sitecrawl.contracts.FixtureContract": 10, "sitecrawl.contracts.YieldsContract": 20}

# --- quiet ------------------------------------------------------------------------------------
LOG_LEVEL = "ERROR"  # default DEBUG; progress and the report tell a person what happens
LOG_FORMAT = "%(asctime)s [%(name)s] %(levelname)s: %(message)s"
STATS_DUMP = False  # default True
FEED_EXPORT_ENCODING = "utf-8"  # default ASCII escapes
TWISTED_REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"  # default the same; callbacks await

# --- ours (environment variables of the same name are read too) ---------------------------------
SITECRAWL_CONTACT = ""  # a URL or mailto: of whoever runs the crawl, for the User-Agent
SITECRAWL_DATA_DIR = None  # the data folder; None: contract's rule (sitecrawl/datafolder.py)
SITECRAWL_CONTENT_SIGNAL = "obey"  # "report": only report it
SITECRAWL_REGION = "auto"  # "rule": the plain main-region rule
SITECRAWL_ALLOW_PRIVATE = ""  # private addresses: "" only the host that was typed, "0" none, "1" all
SITECRAWL_BROWSER = ""  # path or name of the Chromium that renders; "": the one found in the usual places
SITECRAWL_PROGRESS_SECONDS = 15.0  # between two lines of progress where stderr is no terminal
SITECRAWL_PRIVATE_AREAS = False  # True: login, cart and the like are crawled too
SITECRAWL_CRAWL_DELAY_CAP = 60.0  # seconds; a longer Crawl-delay is capped and reported
SITECRAWL_RETRY_AFTER_CAP = 120.0  # seconds a host may make us wait with Retry-After
SITECRAWL_RESUME_HOURS = 48.0  # a stopped crawl older than this begins anew
SITECRAWL_PASSAGE_AIM_WORDS = 220
SITECRAWL_PASSAGE_MOST_WORDS = 400
SITECRAWL_PASSAGE_OVERLAP_WORDS = 30
SITECRAWL_PASSAGE_FLOOR_WORDS = 20

globals().update(
    {name: value for name, value in os.environ.items() if name.startswith("SITECRAWL_") and name in globals()}
)
