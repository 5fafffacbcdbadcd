"""Words that say how a question is put, not what it is about, by language; folded as `analysis` folds.

Question words and auxiliaries are among them: passages make them look rare, so BM25 would take
them for the point of the question. They still weigh a little in the score.
"""

from __future__ import annotations

_LISTS = {
    "en": """
a about above after again against all also am an and any are arent as at be because been before being below between
both but by can cannot cant could couldnt d did didnt do does doesnt doing done dont down during each for from get
gets getting give go goes had hadnt has hasnt have havent having he hed her here hers herself hes him himself his
how i if im in into is isnt it its itself ive just lets like ll m many may me might more most much must my myself no
nor not of off on once only or ought our ours ourselves out over please re s same shall shant she shes should
shouldnt so some such t tell than that thats the their theirs them themselves then there theres these they theyd
theyll theyre theyve this those though through to too under until up us ve very want was wasnt we were werent weve
what whats when where wheres whether which while who whom whos whose why will with wont would wouldnt you youd youll
your youre yours yourself yourselves youve
""",
    "de": """
aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei beim
bin bis bist bitte da damit dann das dass dasselbe dazu dein deine deinem deinen deiner dem den denn denselben der
deren derer derselbe des dessen dich die dies diese dieselbe diesem diesen dieser dieses dir doch dort du durch ein
eine einem einen einer eines einig einige einigem einigen einiger einiges einmal er es etwas euch euer eure eurem
euren eurer fur gegen gewesen gibt hab habe haben hat hatte hatten hattest hier hin hinter ich ihm ihn ihnen ihr
ihre ihrem ihren ihrer im in indem ins ist jede jedem jeden jeder jedes jene jenem jenen jener jenes jetzt kann
kannst kein keine keinem keinen keiner konnen konnte konnten machen man manche manchem manchen mancher manches mein
meine meinem meinen meiner mich mir mit muss mussen musste nach nicht nichts noch nun nur ob oder ohne schon sehr
sein seine seinem seinen seiner seit selbst sich sie sind so solche solchem solchen solcher soll sollen sollte
sondern sonst uber um und uns unser unsere unserem unseren unter viel viele vieler vom von vor wahrend war waren
warst warum was weg weil weiter welche welchem welchen welcher welches wem wen wenn wer werde werden wessen weshalb
wie wieder wieso wieviel wieviele will wir wird wirst wo wofur woher wohin wollen wollte wodurch womit woran worauf
woraus worin wozu wurde wurden wurdest wann zu zum zur zwar zwischen
""",
    "fr": """
a afin ai aie ainsi alors apres au aucun aucune aussi autre autres aux avait avant avec avez avoir avons car ce ceci
cela celle celles celui ces cet cette ceux chaque chez ci combien comme comment dans de depuis des dois doit donc
dont du elle elles en encore entre es est estce et etaient etait etant ete etes etre eu eux fait faire faut fois font
hors il ils je jusque la le les leur leurs lors lui ma mais me meme memes mes moi moins mon ne ni nos notre nous on
ont ou par parce pas peu peut peuvent peux plus plusieurs pour pourquoi puis puisje qu quand que quel quelle quelles
quels qui quoi sa sans se selon sera ses si sien soit sommes son sont sous suis sur ta te tes toi ton tous tout toute
toutes tres tu un une vers voici voila vos votre vous vu y c d j l m n s t
""",
    "es": """
a al algo alguna algunas alguno algunos ante antes aquel aquella aquellas aquellos como con contra cual cuales cuando
cuanta cuantas cuanto cuantos de del desde donde dos durante e el ella ellas ellos en entre era eran eres es esa esas
ese eso esos esta estaba estan estar estas este esto estos estoy fue fueron ha habia han hasta hay he hace hacer la las
le les lo los mas me mi mis mucho muchos muy nada ni no nos nosotros nuestra nuestro o os otra otras otro otros para
pero poco por porque puede pueden puedo pues que quien quienes se sea segun ser si sido sin sobre son soy su sus tal
también tambien tan te tener tengo tiene tienen toda todas todo todos tu tus un una unas uno unos usted ustedes y ya yo
""",
    "it": """
a abbiamo ad agli ai al alla alle allo anche ancora avere aveva c che chi ci cio coi col come con contro cosa cui da
dagli dai dal dalla dalle dallo degli dei del dell della delle dello dentro di dopo dove due e ed era erano essere fa
fare fra gli ha hai hanno ho i il in io l la le lei li lo loro lui ma me mi mia mie miei mio molto ne negli nei nel
nella nelle nello no noi non nostra nostro o od ogni per perche piu po poi possiamo posso possono puo qual quale quali
quando quanta quante quanti quanto quel quella quelle quelli quello questa queste questi questo qui se sei senza si
sia sono sta stata stati stato su sua sue sugli sui sul sulla sulle suo suoi tra tu tua tue tuo tutti tutto un una uno
vi voi vostra vostro
""",
    "pt": """
a ao aos aquela aquelas aquele aqueles aquilo as ate cada com como da das de dela delas dele deles depois do dos e ela
elas ele eles em entre era eram essa essas esse esses esta estao estar estas estava este estes estou eu faz fazer foi
foram ha isso isto ja la lhe lhes mais mas me mesmo meu meus minha minhas muito muitos na nao nas nem no nos nossa
nosso num numa o onde os ou para pela pelas pelo pelos pode podem por porque posso qual quais quando quanta quantas
quanto quantos que quem se seja sem ser sera seu seus so sobre sua suas tal tambem te tem tenho ter teu toda todas todo
todos tu tua tudo um uma umas uns voce voces vos
""",
    "nl": """
aan al alle alles als altijd andere ben bent bij daar dan dat de deze die dit doen door dus een en er geen haar had
hadden heb hebben hebt heeft hem het hier hij hoe hoeveel hun ik in is ja je jij jou jouw jullie kan kon kunnen kunt
maar me meer men met mij mijn moet moeten na naar niet niets nog nu of om omdat onder ons onze ook op over reeds te
tegen toch toen tot u uit uw van veel voor waar waarom wanneer want waren was wat we wel welk welke werd wie wij wil
wilt word worden wordt zal ze zelf zich zij zijn zo zonder zou
""",
    "ru": """
а без более больше будет будут бы был была были было быть в вам вас ваш ваша ваши весь во вот все всего всех вы где да
даже для до его ее ей ему если есть еще же за здесь и из или им их к как какая какие каким какими каких какова каков
какое какой какого какому каком какую когда кого ком кому которая которого которой которое которую который которые
которых которым которыми кроме кто куда ли либо лишь между меня мне много может можно мой моя мы на над надо нам нас
наш наша не него нее ней некоторые нельзя нет ни них но ну о об однако он она они оно от откуда очень по под после
потому почему при про с сам своей своего своем своих свой свою себя со сколько также такие такой там то тогда того той
только том тот ту ты у уже чего чей чем через что чтобы чья эта эти этим этих это этого этой этом этот эту я
""",
    "ar": """
ابي اثناء اذا الا التي الذي الذين اللتان اللتين اللذان اللذين اللواتي الى اليه اليها ام اما امام ان انا انت انه انها
او اي ايضا اين اية ايه بان بعد بعض بل بما بها به بهذا بهذه بين بينما تحت تكون تلك ثم حتى حول حيث حين خلال دون ذلك سوف
ضد عدا عدد عليه عليها على عليهم عن عند عندما عنه عنها غير فان فقد في فيما فيه فيها قبل قد كان كانت كانوا كل كلا كما كم
كيف كيفيه لا لان لدي لديه لديها لقد لكن لكنه له لها لم لما لماذا لن ليس ليست ما ماذا ماهو ماهي متى مثل مع معظم من منذ
منه منها مما هذا هذان هذه هل هم هنا هناك هو هولاء هي و وان وقد وكان وكانت ولا ولم وما ومن وهو وهي يتم يكون يمكن
""",
    "hi": """
अगर अत अथवा अपना अपनी अपने अभी आदि आप आपका आपकी आपके इन इनका इनकी इनके इस इसका इसकी इसके इसमें इसलिए इसी इसे उन उनका
उनकी उनके उनको उन्हें उस उसका उसकी उसके उसने उसमें उसे एक एवं ऐसा ऐसे और कई कब कभी कर करता करती करते करना करने करें कहा
कहाँ कहां का काफी कि कितना कितनी कितने किया किस किसका किसकी किसके किसने किसी किसे किन की कुछ के को कोई कौन कौनसा कौनसी
कौनसे क्या क्यों गई गए गया गयी चाहिए जब जहाँ जहां जा जाता जाती जाते जाना जाने जिन जिनका जिस जिसका जिसकी जिसके जिसने
जिसमें जिसे जैसा जैसे जो तक तब तथा तरह तो था थी थीं थे दिया दी दे दो द्वारा न नहीं ना ने पर परन्तु फिर बहुत बाद भी
मगर मुझे में मेरा मेरी मेरे मैं यदि यह यहाँ यहां या ये रहा रही रहे लिए लिये लेकिन व वह वहाँ वहां वाला वाली वाले वे
साथ से हम हमारा हमारी हमारे ही हुआ हुई हुए है हैं हो होता होती होते होना होने
""",
    "tr": """
acaba ama ancak artik asla az bana bazi belki ben benim beri bile bir biri birkac biz bize bizim bu buna bunlar bunu
bunun burada cok cunku da daha de degil diger diye dolayi en eger fakat gibi gore hala hangi hangisi hatta hem henuz
hep hepsi her hic icin ile ilgili ise iste kac kadar karsi kendi kez ki kim kime kimi kimin kimse mi mu mudur midir
nasil ne neden nedir nerede nereden nereye nicin niye o olan olarak oldu oldugu olmak olmasi olur olup ona onlar onlarin
onu onun orada oyle pek ragmen sadece sana sen senin siz sizin sonra su sunu tarafindan tum uzere var vardir ve veya
ya yani yapilan yer yok zaten nelerdir nedeniyle kimdir kimdi kacti
""",
    "sv": """
alla allt att av bara blev bli blir da de dem den denna deras dess det detta dig din dina dit du efter ej eller en er
ett fran for gor ha hade han hans har hon honom hur hans i icke in inte ja jag kan kunde man med mellan men mig min
mina mitt mot mycket namn nar ni nu nagon nagot nagra och om oss pa sa samma sedan sig sin sina sitt ska skall skulle
som till under upp ut utan vad var vara varfor vars vart vem vi vid vilka vilken vilket vill
""",
    "da": """
ad af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din dine disse dog du efter eller
en end er et for fra ham han hans har havde have hende her hos hun hvad hvem hver hvilke hvilken hvis hvor hvordan
hvorfor hvornar i ikke ind jeg jer jo kan kunne man mange med meget men mig min mine mit mod nar ned noget nogle nu ny
og ogsa om op os over pa selv sig sin sine sit skal skulle som til ud under var vi vil ville vor vaere vaeret
""",
    "no": """
alle at av bare ble bli blir da de deg dem den denne der dere deres det dette di din disse du eller en enn er et ett
for fordi fra fa ga gjor ha hadde han hans har henne her hos hun hva hvem hver hvilke hvilken hvis hvor hvordan hvorfor
i ikke inn ja jeg kan kunne man mange med meg meget mellom men min mine mitt mot mye nar noe noen nå na og også ogsa om
opp oss over pa sa seg selv si sin sitt skal skulle som til ut uten var ved vi vil ville vaere vaert
""",
    "fi": """
ei eivat eli en enta entä etta emme ette han hanen heidan he hyvin ja jo joka jos jossa jota jotka kaikki kanssa kauan
ketka kuin kuinka kuka kun kunka me mihin mika mikä miksi miltä milloin mina minka minun missa mista mita miten mitka
mukaan mutta mutta myos ne niin niita no noin nyt olen oli olivat olla on onko ovat paljon se sen seka siella sina
sinun sita sitten taas tai tama taman tassa te tuo vai vaikka vain voi voiko yli
""",
    "pl": """
a aby ale albo ani az bardzo bez bo by byc byl byla bylo byly bym co czemu czy czyli dla do gdy gdzie go i ich ile im
inne ja jak jaka jaki jakie jako jakie jest jestem jeszcze jesli jego jej juz kiedy kim kogo ktora ktore ktory ktorych
ktorzy kto lub ma maja mam mi mnie moze mozna moj my na nad nam nas nasz nia nich nie nim niz o od on ona one oni oraz
po pod poniewaz przed przez przy sa sie skad swoj ta tak takze tam te tego tej ten to tu twoj ty tych tylko tym u w wam
was we wiec wszystko z za ze
""",
    "cs": """
a aby ale ani ano asi az bez bude budou by byl byla byli bylo byt ci co coz dnes do ho i ja jak jake jakou jaka jaky je
jeho jej jeji jejich jen jeste ji jine jsem jsi jsme jsou jste k kam kazdy kde kdo kdy kdyz ke kolik ktera ktere ktery
kteri ma mate me mezi mi mit muze my na nad nam nas nebo neni nez nic o od on ona oni pak po pod podle pokud pro proc
proto pred pri s se si sve svych ta tak take tato te ten tento ti tim to tohle toto tu ty u uz v vam vas ve vice vsak z
za ze
""",
    "ca": """
a al als amb aquell aquella aquest aquesta aquests aixo com de del dels des el els em en entre era es esta estan ha han
hi ho i jo la les li lo mes meu meva molt no nos nosaltres o on per pel pels pero perque poden pot qual quals quan quant
que qui quin quina quins quines se sense ser seu seva si sobre son tambe te tot tots un una unes uns va vosaltres
""",
    "ro": """
a acea aceasta aceste acest acestea ai al ale am ar are as asta ati au avea ca care cat cate cati ce cea cei cel cele
cine cu cum cand da daca dar de decat deci din dintre doar ea ei el ele era este eu fi fie fost iar ii il in intr intre
isi la le li lor lui mai mult ne nici nu o ori pe pentru peste poate pot prin sa sau se si sunt te tot toate toti un
unde unei unor unui va voi vor
""",
    "hu": """
a ahogy aki akik ami amely amelyek amikor az azok azonban azt be cikk csak de e egy egyeb egyes el eleg ell elo es ez
ezek ezen ezert ezt fel ha hany hogy hogyan hol hova honnan igen is itt jo ki kell kik kit le legyen lehet lett maga
majd meg mely melyik mennyi mert mi miert mikor milyen mint mit most nagy ne nem o ok oket ott olyan pedig s sem sok
szamara tehat ugy utan vagy vagyok van vannak volt
""",
    "el": """
αι αλλα αν απο αυτα αυτες αυτη αυτο αυτοι αυτος αυτου για γιατι δεν εαν ειναι εκει εναν ενας ενα επι εχει εχουν η ηταν
θα και κατα κι μα με μετα μη μην μια μου μπορει μπορω να ο οι ομως οπου οπως οτι οταν ποια ποιες ποιο ποιοι ποιος ποιον
ποσα ποσο ποσες που ποτε προς πως σας σε σου στα στη στην στις στο στον στους τα τη την της τι τις το τον του τους των
ωστε
""",
    "uk": """
а або але без б би бо був була були було бути в вам вас ваш ви від він вона вони все для до е є же з за звідки і із й
їм їх й його її і коли котрий кого кому куди лише ми на навіщо над нам нас наш не ні ніж о об один от по під після при
про проте саме свій себе скільки та так також там те ти тільки то той тому у хто хоча це цей ці цього чи чий чим чому
що щоб як яка яке який які якого якої якою
""",
    "id": """
ada adalah agar akan aku anda antara apa apakah atau bagaimana bagi bahwa banyak belum berapa bisa dalam dan dapat dari
dengan di dia hal hanya harus ia ini itu jika juga kami kapan karena ke kepada kita lagi lalu lebih mana maka mengapa
mereka namun oleh pada para pernah sangat saja saya sebagai seperti serta siapa suatu sudah telah tentang tersebut
tetapi tidak untuk yang
""",
}

_BY_LANGUAGE = {language: frozenset(words.split()) for language, words in _LISTS.items()}
_NONE: frozenset[str] = frozenset()


def stop_words(language: str | None) -> frozenset[str]:
    """The list of a primary language subtag; empty for a language without one."""
    return _BY_LANGUAGE.get(language or "", _NONE)
