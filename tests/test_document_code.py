import pytest

from sitecrawl.document import read_document

LINES = "def f():\n    return 1"


def code_of(html):
    blocks = read_document(f"<main><h1>T</h1>{html}</main>".encode(), "https://a.test/", "text/html").blocks
    return [block.markdown for block in blocks if block.kind == "code"]


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<pre>def f():\n    return 1\n</pre>", ""),
        ('<pre><code class="language-python">def f():\n    return 1</code></pre>', "python"),
        (
            '<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span'
            '><span class="k">def</span> '
            '<span class="nf">f</span><span class="p">():</span>\n    <span class="k">return</sp'
            "an> 1\n</pre></div></div>",
            "python",
        ),
        (
            '<div class="language-python highlighter-rouge"><div class="highlight"><pre class="highlight"><code>'
            "def f():\n    return 1\n</code></pre></div></div>",
            "python",
        ),
        (
            '<div class="highlight"><pre><code><table class="rouge-table"><tbody><tr><td class="'
            'rouge-gutter gl"><pre class="lineno">1\n2\n'
            '</pre></td><td class="rouge-code"><pre>def f():\n    return 1\n</pre></td></tr></tb'
            "ody></table></code></pre></div>",
            "",
        ),
        (
            '<pre><span class="lineno">1</span> <b>def</b> f():\n<span class="lineno">2</span>     return 1</pre>',
            "",
        ),
        (
            '<table class="lntable"><tr><td class="lntd"><pre><code><span class="lnt">1\n</span><span class="lnt">2\n'
            '</span></code></pre></td><td class="lntd"><pre><code class="language-python">def f():\n    return 1\n'
            "</code></pre></td></tr></table>",
            "python",
        ),
        (
            '<pre class="shiki" data-language="python"><code><span class="line"><span>def f():</span></span>\n'
            '<span class="line"><span>    return 1</span></span></code></pre>',
            "python",
        ),
        (
            '<pre class="shiki"><code><span class="line">def f():</span><span class="line">    r'
            "eturn 1</span></code></pre>",
            "",
        ),
        (
            '<div class="language-python codeBlockContainer"><pre class="prism-code language-python"><code>'
            '<span class="token-line"><span class="token keyword">def</span> f():<br></span>'
            '<span class="token-line">    return 1<br></span></code><button class="copyButton">C'
            "opy</button></pre></div>",
            "python",
        ),
        (
            '<pre><code><div class="token-line">def f():</div><div class="token-line">    return 1</div></code></pre>',
            "",
        ),
        (
            '<figure class="highlight python"><table><tr><td class="gutter"><pre><span class="li'
            'ne">1</span><br><span class="line">2</span>'
            '<br></pre></td><td class="code"><pre><span class="line">def f():</span><br><span cl'
            'ass="line">    return 1</span><br></pre>'
            "</td></tr></table></figure>",
            "python",
        ),
        (
            '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td>'
            '<td class="code"><div class="highlight"><pre>def f():\n    return 1\n</pre></div></td></tr></table>',
            "",
        ),
        (
            '<table class="highlight"><tbody><tr><td class="blob-num" data-line-number="1"></td>'
            '<td class="blob-code">def f():</td></tr>'
            '<tr><td class="blob-num" data-line-number="2"></td><td class="blob-code"><pre>    r'
            "eturn 1</pre></td></tr></tbody></table>",
            "",
        ),
        ('<pre><span class="lineno">1 </span>def f():\n<span class="lineno">2 </span>    return 1</pre>', ""),
        (
            '<pre class="sourceCode python"><code class="sourceCode python">def f():\n    return 1</code></pre>',
            "python",
        ),
        ('<pre class="brush: python">def f():<br>    return 1</pre>', "python"),
        ("<pre><code>def f():</code>\n<code>    return 1</code></pre>", ""),
    ],
)
def test_lines_indentation_and_language_survive_every_highlighter(html, language):
    assert code_of(html) == [f"```{language}\n{LINES}\n```"]


def test_blank_lines_within_code_stay():
    assert code_of("<pre>a\n\n    b\n\n</pre>") == ["```\na\n\n    b\n```"]


def test_a_fence_is_longer_than_the_fences_in_the_code():
    assert code_of("<pre>```sh\nls\n```</pre>") == ["````\n```sh\nls\n```\n````"]


def test_a_table_with_a_line_a_row_behind_its_number_is_code_without_a_pre():
    row = '<tr>\n <td id="L{0}" class="blob-num" data-line-number="{0}"></td>\n <td class="blob-code">{1}</td>\n</tr>\n'
    lines = ["def f():", "", "    <span>return</span> 1"]
    rows = "".join(row.format(number, line) for number, line in enumerate(lines, 1))
    table = f'<table class="highlight tab-size js-file-line-container" data-tagsearch-lang="Python">{rows}</table>'
    assert code_of(table) == ["```python\ndef f():\n\n    return 1\n```"]


def test_a_table_of_numbered_things_is_no_code():
    assert code_of("<table><tr><td class='line-numbers'>1<td>Oak<tr><td class='line'>2<td>Ash</table>") == []


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ('<pre class="shiki github-dark"><code>a</code></pre>', ""),
        ('<pre class="shiki nord" data-language="ts"><code>a</code></pre>', "ts"),
        ('<div class="highlight highlight-source-shell"><pre>a</pre></div>', "shell"),
        ('<div class="highlight highlight-text-html-basic"><pre>a</pre></div>', "html"),
        ('<pre class="highlight ruby">a</pre>', "ruby"),
    ],
)
def test_a_highlighter_s_theme_and_scope_are_no_language(html, language):
    assert code_of(html) == [f"```{language}\na\n```"]
