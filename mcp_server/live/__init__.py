"""The live look at pages: a crawl in a child process, its rows gathered into one reply."""
