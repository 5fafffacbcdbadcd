"""Questions about the page itself ("Was this page helpful?") and lines that only date it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sitecrawl.document.model import Block

_QUESTION = re.compile(
    r"""(?:
      (?:was|is|did|were|has) \s (?:this|the)
        \s (?:page|article|document(?:ation)?|doc|section|topic|answer|information|content|post|guide|faq)
        \s .{0,40} (?:helpful|useful|help(?:ed)?|answer|find)
    | (?:how \s)? (?:helpful|useful) \s was \s (?:this|the) \s
    | did \s you \s find \s (?:this|what) \s .{0,40} (?:helpful|useful|looking)
    | (?:please \s)? rate \s this \s (?:page|article|content|answer|post)
    | (?:do \s you \s have|any|give|send|leave|share|provide) \s (?:us \s)? (?:some \s|your \s)?
        feedback \s (?:on|about|for) \s (?:this|the) \s (?:page|article|doc)
    | (?:war|waren|hat|ist) \s (?:dieser?|diese[sn]?|der|die|das|ihnen)
        \s .{0,40} (?:hilfreich|geholfen|nützlich)
    | (?:fanden|finden) \s sie \s .{0,40} (?:hilfreich|nützlich)
    | (?:bewerten \s sie|bewerte) \s (?:diese[ns]?) \s (?:seite|artikel|beitrag)
    | (?:cet(?:te)?|ce) \s (?:page|article|réponse|contenu|document) \s .{0,40} (?:utile|aidée?|répondu)
    | (?:avez-vous|est-ce \s que) \s .{0,40} (?:cette \s page|cet \s article|cette \s réponse) .{0,20} utile
    | (?:notez|évaluez) \s (?:cette \s page|cet \s article)
    | ¿? (?:te|le|les|os)? \s? (?:ha|fue|resultó|pareció|sirvió|es) \s .{0,30} (?:útil|ayudado)
        .{0,40} (?:página|artículo|información|contenido|respuesta)
    | ¿? (?:fue|es|resultó|ha \s sido) \s útil \s (?:esta|este) \s
    | (?:questa|questo) \s (?:pagina|articolo|contenuto) \s .{0,30} (?:utile|aiutato)
    | (?:è|ti \s è) \s stat[ao] \s utile
    | (?:esta|este) \s (?:página|artigo|conteúdo) \s .{0,30} (?:útil|ajudou) | (?:foi|isso \s foi) \s útil
    | (?:was|is|vond \s u|vind \s je) \s (?:deze|dit) \s (?:pagina|artikel) \s .{0,30} (?:nuttig|behulpzaam)
    | czy \s .{0,40} (?:strona|artykuł) .{0,30} (?:pomocn|przydatn)
    | (?:была|оказалась) \s .{0,30} (?:страница|статья|информация) .{0,30} полезн
    | (?:помогла|помог) \s ли \s .{0,20} (?:страница|статья|материал)
    | (?:この|本)?(?:ページ|記事|情報|ドキュメント|コンテンツ|回答)は
        .{0,10}(?:役に立ちましたか|役立ちましたか|参考になりましたか)
    | (?:此|本|该|這|这)[^\s]{0,3}(?:页面?|頁面?|文章|文|内容|內容|信息).{0,8}(?:有帮助|有用|有幫助)
    | 이\s?(?:페이지|문서|글|정보)[가는이]?\s?.{0,12}(?:도움이|유용)
    )""",
    re.I | re.X,
)
_ANSWERS = re.compile(
    r"(?:\W|\b(?:yes|no|ja|nein|oui|non|sí|si|no|sim|não|nee|tak|nie|да|нет|はい|いいえ|是|否|有|没有|예|아니요|네|"
    r"thanks?|thank you|for your feedback|helpful|not helpful|very|somewhat|a little|submit|send|cancel|feedback|"
    r"danke|merci|gracias|nicht hilfreich|hilfreich|thumbs up|thumbs down|like|dislike|\d{1,5})\b)+",
    re.I,
)
_HEADING = re.compile(
    r"(?:page |your |give |send )?feedback|help us improve|rückmeldung|ihr feedback|votre avis|comentarios|"
    r"フィードバック|反馈|意见反馈|피드백|отзыв(?:ы)?",
    re.I,
)
_CHANGED = re.compile(
    r"(?:this (?:page|article|document) was )?"
    r"(?:last|page last|most recently) (?:updated|modified|changed|edited|reviewed)\b|"
    r"(?:zuletzt|letzte) (?:aktualisiert|geändert|bearbeitet|aktualisierung|änderung|bearbeitung)|"
    r"(?:dernière (?:mise à jour|modification)|mis à jour le)|(?:última (?:actualización|modificación|atualização))|"
    r"ultim[ao] (?:aggiornamento|modifica)|laatst (?:bijgewerkt|gewijzigd)|"
    r"(?:最終更新|更新日|最后更新|最後更新|上次更新)|마지막 (?:업데이트|수정)|"
    r"последнее (?:обновление|изменение)|ostatnia (?:aktualizacja|modyfikacja)",
    re.I,
)
_LONGEST_QUESTION = 160
_LONGEST_ANSWER = 80
_LONGEST_DATE = 120
_ANSWERS_BEHIND = 4
_END = 3


def without_feedback(blocks: Sequence[Block]) -> list[Block]:
    """The blocks without the question whether the page helped, its answers, and the line at the end that dates it.

    A page that is nothing else keeps its blocks.
    """
    kept: list[Block] = []
    answers_left = 0
    for place, block in enumerate(blocks):
        text = _plain(block)
        if _asks(block, text):
            answers_left = _ANSWERS_BEHIND
            if kept and kept[-1].kind == "heading" and _HEADING.fullmatch(_plain(kept[-1])):
                kept.pop()
        elif answers_left and len(text) <= _LONGEST_ANSWER and _ANSWERS.fullmatch(text):
            answers_left -= 1
        elif place >= len(blocks) - _END and _dates(block, text):
            continue
        else:
            answers_left = 0
            kept.append(block)
    return kept if any(block.kind != "heading" for block in kept) else list(blocks)


def _asks(block: Block, text: str) -> bool:
    return (
        block.kind in ("text", "heading", "list")
        and len(text) <= _LONGEST_QUESTION
        and _QUESTION.match(text) is not None
    )


def _dates(block: Block, text: str) -> bool:
    return block.kind == "text" and len(text) <= _LONGEST_DATE and _CHANGED.match(text) is not None


def _plain(block: Block) -> str:
    return re.sub(r"[*_`#>\\]|^- |\]\([^)]*\)|\[", "", block.markdown, flags=re.M).strip()
