"""Which files of a folder are read, and under which rule the others are left out."""

import os
import sys

import pytest

from sitecrawl.folder import FolderFile, content_type_of, list_folder, page_url, read_bytes, relative_of

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links")


def fill(root, *names):
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {name}\n", encoding="utf-8")
    return root


def read_of(listing):
    return [file.relative for file in listing.files]


def left_out_of(listing):
    return {left.relative: left.rule for left in listing.left_out}


@pytest.mark.parametrize(
    ("name", "content_type"),
    [
        ("a.md", "text/markdown"),
        ("a.mdx", "text/markdown"),
        ("a.MARKDOWN", "text/markdown"),
        ("a.txt", "text/plain"),
        ("a.html", "text/html"),
        ("a.rst", None),
        ("md", None),
        ("a.md.bak", None),
    ],
)
def test_the_ending_tells_whether_and_how_a_file_is_read(name, content_type):
    assert content_type_of(name) == content_type


def test_files_come_in_order_of_their_paths(tmp_path):
    fill(tmp_path, "b.md", "a/z.txt", "a/b/c.html", "B.md", "ä.md")
    assert read_of(list_folder(tmp_path)) == ["B.md", "a/b/c.html", "a/z.txt", "b.md", "ä.md"]


def test_hidden_files_dependencies_and_other_types_are_left_out_under_a_rule(tmp_path):
    fill(tmp_path, "a.md", ".git/x.md", ".hidden.md", "node_modules/p/README.md", "env/pyvenv.cfg", "env/x.md", "b.png")
    listing = list_folder(tmp_path)
    assert read_of(listing) == ["a.md"]
    assert left_out_of(listing) == {
        ".git": "hidden",
        ".hidden.md": "hidden",
        "b.png": "file type",
        "env": "dependencies",
        "node_modules": "dependencies",
    }


@posix
def test_a_link_out_of_the_folder_is_refused(tmp_path):
    fill(tmp_path, "out/secret.md", "docs/a.md")
    (tmp_path / "docs" / "file.md").symlink_to(tmp_path / "out" / "secret.md")
    (tmp_path / "docs" / "folder").symlink_to(tmp_path / "out")
    listing = list_folder(tmp_path / "docs")
    assert read_of(listing) == ["a.md"]
    assert set(left_out_of(listing).values()) == {"symlink out of the folder"}


@posix
def test_links_within_the_folder_are_read_once(tmp_path):
    fill(tmp_path, "a.md", "v2/b.md", ".kept/c.md")
    (tmp_path / "README.md").symlink_to("a.md")
    (tmp_path / "latest").symlink_to("v2")
    (tmp_path / "c.md").symlink_to(".kept/c.md")
    (tmp_path / "loop.md").symlink_to("loop.md")
    listing = list_folder(tmp_path)
    assert read_of(listing) == ["a.md", "c.md", "v2/b.md"]
    assert left_out_of(listing) == {
        ".kept": "hidden",
        "README.md": "symlink",
        "latest": "symlink",
        "loop.md": "broken symlink",
    }


@posix
def test_a_file_that_became_a_link_out_of_the_folder_is_not_read(tmp_path):
    fill(tmp_path, "out/secret.md", "docs/a.md")
    (file,) = list_folder(tmp_path / "docs").files
    file.path.unlink()
    file.path.symlink_to(tmp_path / "out" / "secret.md")
    with pytest.raises(OSError, match="symlink out of the folder"):
        read_bytes(file, tmp_path / "docs")


@posix
def test_a_pipe_is_not_opened(tmp_path):
    os.mkfifo(tmp_path / "a.md")
    assert left_out_of(list_folder(tmp_path)) == {"a.md": "not a file"}


def test_a_folder_that_is_not_there_raises(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        list_folder(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("relative", "url"),
    [
        ("a/b.md", "folder://docs/a/b.md"),
        ("a b (1).md", "folder://docs/a%20b%20%281%29.md"),
        ("50%#?.md", "folder://docs/50%25%23%3F.md"),
        ("größe.md", "folder://docs/gr%C3%B6%C3%9Fe.md"),
    ],
)
def test_an_address_spells_the_path_and_leads_back_to_it(relative, url):
    assert page_url("folder://docs/", relative) == url
    assert relative_of("folder://docs/", url) == relative


def test_a_listing_changes_with_time_and_size_of_its_files(tmp_path):
    fill(tmp_path, "a.md")
    before = list_folder(tmp_path).state
    os.utime(tmp_path / "a.md", ns=(1, 1))
    assert list_folder(tmp_path).state == ((before[0][0], before[0][1], 1),)


def test_the_depth_of_a_file_is_the_number_of_folders_above_it(tmp_path):
    assert FolderFile(tmp_path, "a/b/c.md", 1, 1).depth == 2
