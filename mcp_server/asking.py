"""What a question asks with: words that a text which answers it need not hold, though they are no stop words.

Asked what kind, how long or by which name, a text tells the kind, the length or the name. In scripts written
without spaces n-grams do not end where words do: those that touch "什么时候" are in no text that answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from mcp_server.analysis import THAI, WORD, fold, kind_of

_KANA = re.compile("[\u3041-\u30ff]")
_CHINESE = (
    "什么时候|什麼時候|为什么|為什麼|什么|什麼|甚麼|多少|多久|多大|多高|多长|多長|多远|多遠|有多|哪些|哪个|哪個|哪里|哪裡|哪位|哪种|哪種|哪|"
    "谁|誰|何时|何時|何地|何人|何处|何處|如何|怎么样|怎麼樣|怎么|怎麼|怎样|怎樣|是否|几个|幾個|吗|嗎|呢|的|是|了|被|在"
)
_JAPANESE = (
    "何と|何で|何|誰|だれ|いつ|どこ|どの|どれ|どんな|どうやって|どうして|どう$|どちら|なに|なん|なぜ|いくつ|いくら|"
    "(?:でしょう|でした|です|ました|ます|した|る|た|の|と)?[かは]$"
)
_KOREAN = "무엇|누구|언제|어디|얼마|어떻게|어떤|어느|왜|몇|입니까|합니까|인가요|나요|까요"
_THAI = (
    "อะไร|ใคร|เมื่อไหร่|เมื่อไร|เมื่อใด|ที่ไหน|ที่ใด|ไหน|เท่าไหร่|เท่าไร|เท่าใด|กี่|อย่างไร|ยังไง|ท(?:ำ|ํา)ไม|หรือไม่|หรือเปล่า|ใด|"
    "คือ|เป็น|ของ|ที่|และ|ใน|ได้|จาก|โดย|ซึ่ง|ครับ|ค่ะ"
)
_WORDS = {
    "en": """
amount amounts call called calls difference differences example examples far happen happened happens inside kind kinds
late long mean meaning means name named names number often old percent percentage sort sorts type types year
""",
    "de": """
alt anzahl art arten bedeutet bedeutung genannt geschieht gross heissen heisst hiess hiessen hoch jahr lang lange
lautet liegt name namen nennt oft passiert prozent prozentsatz typ unterschied weit zahl
""",
    "fr": """
annee appelaient appelait appelle appellent arrive difference genre longtemps nom nombre nomme noms passe pourcentage
signifie sorte type types
""",
    "es": """
ano cantidad clase diferencia llama llamaba llaman nombre nombres numero pasa porcentaje significa sucede tiempo tipo
tipos
""",
    "it": """
anno chiama chiamano chiamava differenza genere nome nomi numero percentuale quantita significa succede tipi tipo
""",
    "pt": """
acontece ano chama chamado chamam diferenca nome nomes numero percentagem porcentagem quantidade significa tipo tipos
""",
    "nl": """
aantal betekent gebeurt heet heten jaar lang naam namen percentage soort type verschil
""",
    "ru": """
вид вида видов год году звали значит зовут имя каковы количество мнению название называется называлась называли
называлось назывался называются означает происходит процент процентов разница тип типа типов число
""",
    "ar": """
اسم اسماء الفرق انواع تسمي سمي سنه عام عدد معني نسبه نوع يحدث يسمي يعني
""",
    "hi": """
अंतर अर्थ कैसे तरह नाम प्रकार प्रतिशत मतलब वर्ष संख्या सा साल सी
""",
    "tr": """
ad adi adlandirilir adlari anlama denir fark farki gelir gelmektedir isim ismi kimdi neler nelerdi neydi neye neyi
olur sayisi tane tur turu yil yilda yuzde yuzdesi zaman
""",
}

_NOUNS = """
amount amounts difference differences example examples kind kinds name names number percent percentage sort sorts
type types year
"""


def heads_compounds(word: str, language: str | None) -> bool:
    """Whether a word behind a content word makes a compound with it, which English writes apart.

    A domain name is what the question is about, the name of a domain is what it asks for.
    """
    return language == "en" and word in _NOUNS.split()


@cache
def asking_words(language: str | None) -> frozenset[str]:
    """The folded words of a language with which one asks for a kind, a name, a measure or a meaning."""
    return frozenset(fold(word, language) for word in _WORDS.get(language or "", "").split())


@cache
def _pattern(language: str) -> re.Pattern[str]:
    return re.compile({"ja": _JAPANESE, "ko": _KOREAN, "th": _THAI}.get(language, _CHINESE))


def asking_grams(runs: Iterable[tuple[str, Sequence[str]]], language: str | None) -> set[str]:
    """Of runs with their n-grams those n-grams, folded, that touch such a word wherever they stand.

    `language` is the primary subtag of the question's; kana make a run Japanese whatever it says.
    """
    touching: set[str] = set()
    content: set[str] = set()
    for run, grams in runs:
        if kind_of(run) == WORD or (kind_of(run) == THAI and language != "th"):
            continue
        marked = [False] * len(run)
        for match in _pattern("ja" if _KANA.search(run) else language or "").finditer(run):
            marked[match.start() : match.end()] = [True] * len(match.group())
        for at, gram in enumerate(grams):
            (touching if any(marked[at : at + len(gram)]) else content).add(fold(gram))
    return touching - content
