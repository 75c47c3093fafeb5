type HeaderKind = 'from' | 'date' | 'to' | 'copy' | 'subject'

/** Names of the header lines above a quoted mail, by language. */
const labels: Record<HeaderKind, string> = {
  from: 'from|von|de|da|van|från|fra|od|lähettäjä|от|від|feladó|kimden|gönderen|από|expéditeur|remitente|nadawca|odesílatel|发件人|寄件者|差出人|보낸 사람|보낸사람|מאת|من|प्रेषक|से|dari|daripada|từ|người gửi|จาก|de la|expeditor|šalje|од|шаље|pošiljatelj|odosielateľ|подател|nuo|siuntėjas|no|sūtītājs|saatja|kellelt|nork|igorlea|frá|nga|از|منجانب|থেকে|প্রেরক|அனுப்புநர்|నుండి|वरून|પ્રેષક|ಇವರಿಂದ|ಇಂದ|അയച്ചയാൾ|പ്രേഷകൻ|ਵੱਲੋਂ|ումից|გამომგზავნი|ვისგან|кімнен|жіберуші|kimdən|göndərən|kimdan|хэнээс|kutoka|kutoka kwa|oddi wrth|mula kay|mula sa|ពី|ó|寄件人|送信者|بواسطة|afsender|avsender|avsändare|absender|mittente|afzender|adresant|відправник|відправлено від|отправитель|αποστολέας',
  date: 'sent|date|gesendet|datum|envoyé|envoyé le|inviato|data|enviado|enviado el|enviado em|enviada em|fecha|verzonden|skickat|sendt|dato|wysłane|wysłano|odesláno|lähetetty|päivämäärä|отправлено|дата|надіслано|elküldve|küldve|gönderildi|tarih|στάλθηκε|ημερομηνία|发送时间|日期|寄件日期|送信日時|日付|보낸 날짜|날짜|נשלח|תאריך|تاريخ|enviat|enviat el|भेजा गया|भेजा|दिनांक|terkirim|dikirim|dihantar|tanggal|tarikh|đã gửi|ngày|ส่งเมื่อ|ส่ง|วันที่|trimis|poslano|poslato|послато|датум|odoslané|dátum|изпратено|испратено|išsiųsta|nosūtīts|datums|saatmisaeg|saadetud|kuupäev|bidalia|dagsetning|dërguar|ارسال شده|ارسال‌شده|تاریخ|تاريخ الإرسال|أرسلت|أُرسلت|مرسل|التاريخ|بھیجا گیا|পাঠানো হয়েছে|তারিখ|அனுப்பியது|தேதி|పంపినది|తేదీ|पाठवले|तारीख|મોકલ્યું|તારીખ|ಕಳುಹಿಸಲಾಗಿದೆ|ದಿನಾಂಕ|തീയതി|ਭੇਜਿਆ|ਮਿਤੀ|ուղարկված է|ամսաթիվ|გაგზავნილია|თარიღი|жіберілді|күні|göndərilib|tarix|yuborilgan|sana|илгээсэн|огноо|gestuur|imetumwa|tarehe|anfonwyd|dyddiad|ipinadala|petsa|បានផ្ញើ|កាលបរិច្ឆេទ|seolta|dáta|發送時間|傳送時間|已发送|已傳送|送信日|보냄|보낸 시간|gönderme tarihi|отправлен|verstuurd|sendt den|відправлено|inviato il|envoyée',
  to: 'to|an|à|a|para|aan|till|til|do|komu|vastaanottaja|кому|címzett|kime|alıcı|προς|destinataire|destinatario|收件人|宛先|받는 사람|받는사람|אל|إلى|per a|a la|प्रति|को|kepada|untuk|ke|đến|tới|người nhận|ถึง|către|catre|destinatar|za|prima|за|коме|до|prejemnik|kam|gavėjas|iki|adresāts|adressaat|saaja|kellele|nori|hartzailea|viðtakandi|për|te|به|بنام|প্রতি|প্রাপক|பெறுநர்|వీరికి|પ્રતિ|ಇವರಿಗೆ|സ്വീകർത്താവ്|ਪ੍ਰਤੀ|ում|ադրեսատ|ადრესატი|ვის|кімге|kimə|kimga|хэнд|kwa|at|para kay|para sa|ទៅ|ជូន|chuig|收件者|받는이|الى|empfänger|modtager|mottaker|ontvanger|adresat|получатель|dla',
  copy: 'cc|bcc|kopie|copie à|reply-to|antwort an|répondre à|responder a|копия|копія|抄送|参照|참조|副本|抄送人|másolatot kap|bilgi|kopia|kopi|kopio|kopija|копие|ד העתק|עותק|نسخة|dw|čj|dk|cca|ccn|cci|c/c|cópia|copia|相关|สำเนา|प्रतिलिपि',
  subject:
    'subject|betreff|objet|oggetto|asunto|assunto|onderwerp|ämne|emne|temat|předmět|předmet|aihe|тема|tárgy|konu|θέμα|主题|主旨|件名|제목|נושא|الموضوع|tema|assumpte|विषय|subjek|perihal|hal|chủ đề|tiêu đề|เรื่อง|หัวเรื่อง|subiect|predmet|предмет|наслов|zadeva|относно|tēma|temats|teema|gaia|efni|subjekti|موضوع|عنوان|বিষয়|பொருள்|விషயம்|విషయం|વિષય|ವಿಷಯ|വിഷയം|ਵਿਸ਼ਾ|թեմա|თემა|тақырып|mövzu|mavzu|сэдэв|mada|pwnc|paksa|ប្រធានបទ|ábhar|主題|titel|sujet|konu başlığı',
}

export const headerKinds: ReadonlyMap<string, HeaderKind> = new Map(
  Object.entries(labels).flatMap(([kind, names]) =>
    names.split('|').map((name) => [name, kind as HeaderKind]),
  ),
)

/** Verbs in the line above a quote: "On Monday, Ada wrote:". */
export const writingVerbs: ReadonlySet<string> = new Set(
  'wrote|writes|write|schrieb|schreibt|geschrieben|écrit|ecrit|escribió|escribio|escribe|escreveu|escreve|scritto|scrive|schreef|skrev|skriver|napisał|napisała|pisze|kirjoitti|написал|написала|написав|пишет|пише|писал|писала|írta|írja|napsal|napsala|napísal|napísala|yazdı|yazmış|şunları|έγραψε|scris|napisao|napisala|пиша|написа|כתב|כתבה|كتب|viết|लिखा|escriure|escrigué|geskryf|skryf|كتابة|ጻፈ|ጽፏል|yazıb|yazdi|напісаў|напісала|লিখেছেন|লিখেছে|ysgrifennodd|kirjutas|idatzi|نوشت|نوشته|sumulat|isinulat|escribiu|લખ્યું|գրել|գրեց|menulis|skrifaði|დაწერა|жазды|жазған|ಬರೆದಿದ್ದಾರೆ|ಬರೆದರು|rašė|parašė|rakstīja|напиша|എഴുതി|എഴുതിയത്|бичсэн|бичив|लिहिले|लिहिलं|लेख्नुभयो|लेखे|ଲେଖିଛନ୍ତି|ਲਿਖਿਆ|ලිව්වා|ලියා|ලිවීය|shkroi|shkruar|написао|aliandika|ameandika|எழுதினார்|எழுதியது|వ్రాసారు|రాశారు|వ్రాశారు|لکھا|yozdi|yozgan|ubhalile|wabhala|scríobh|schrijft|geschreven|escrit|napisali|napísali|écrivait|scriveva|escribía'.split(
    '|',
  ),
)
/** The same for languages without spaces between words. */
export const joinedVerbs = [
  '写道',
  '寫道',
  '写了',
  'のメール',
  'さんは書きました',
  '작성',
  '썼습니다',
  'เขียน',
  'ຂຽນ',
  'សរសេរ',
  'ရေးသား',
  'ရေးခဲ့',
] as const

/** Languages of mail programs' interfaces. Their attribution lines often begin with the day of the week. */
const languages =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl or pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zu'
const weekdays = languages.split(' ').flatMap((language) =>
  (['long', 'short'] as const).flatMap((weekday) => {
    const { format } = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
    const names = Array.from({ length: 7 }, (_, day) => format(Date.UTC(2026, 0, 1 + day)))
    return names.flatMap((name) => name.toLowerCase().split(/[\s,.]/, 1))
  }),
)

/** First words of an attribution line. */
export const openings: ReadonlySet<string> = new Set([
  ...weekdays,
  ...'on|am|le|el|em|il|in|op|den|dnia|w|dne|dňa|dana|a|på|ha|at|quoting|zitat|citando|citat|в|у|на|la|pada|vào|στις|ב|בתאריך|في|mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|ma|ti|ke|to|pe|la|su|пн|вт|ср|чт|пт|сб|вс|нд|pon|wt|śr|czw|pt|sob|nie|po|út|čt|pá|ne|op|dalam|am|ar|a|dia|kl|dt|dl|dc|dj|dv|ds|dg|tarixində|në|lúc|em|no dia|naposledy|die|leh|sa|noong|ni|fecha|date|datum|mnamo|ngo|ngomhla|missatge|در'.split(
    '|',
  ),
])

/** Texts between dashes above a mail that is quoted or forwarded whole. */
export const separators: ReadonlySet<string> = new Set(
  "original message|original appointment|original email|reply message|forwarded message|forwarded by|ursprüngliche nachricht|ursprüngliche mail|originalnachricht|original-nachricht|original nachricht|originalmail|weitergeleitete nachricht|message d'origine|message d’origine|message original|message initial|message transféré|message transmis|mensaje original|mensaje reenviado|mensagem original|mensagem encaminhada|messaggio originale|messaggio inoltrato|oorspronkelijk bericht|doorgestuurd bericht|ursprungligt meddelande|originalmeddelande|vidarebefordrat meddelande|oprindelig meddelelse|opprinnelig melding|videresendt melding|alkuperäinen viesti|wiadomość oryginalna|oryginalna wiadomość|wiadomość przekazana|původní zpráva|původní e-mail|pôvodná správa|исходное сообщение|оригинальное сообщение|пересылаемое сообщение|переадресованное сообщение|оригінальне повідомлення|eredeti üzenet|özgün ileti|orijinal mesaj|iletilen mesaj|mesaj original|originalna poruka|αρχικό μήνυμα|原始邮件|原始郵件|转发邮件|元のメッセージ|원본 메시지|원본 메일|הודעה מקורית|הודעה שהועברה|الرسالة الأصلية|missatge original|missatge reenviat|मूल संदेश|thư gốc|tin nhắn gốc|pesan asli|mesej asal|izvirno sporočilo|izvorna poruka|оригинална порука|оригинално съобщение|originalus laiškas|sākotnējais ziņojums|algne kiri|algkiri|ข้อความต้นฉบับ|پیام اصلی|jatorrizko mezua|mensaxe orixinal|upprunaleg skilaboð|mesazhi origjinal|oorspronklike boodskap".split(
    '|',
  ),
)
/** The same without dashes. */
export const barredOpenings: readonly string[] = [
  'begin forwarded message:',
  'anfang der weitergeleiteten nachricht:',
  'début du message réexpédié',
  'début du message transféré',
  'inicio del mensaje reenviado:',
  'início da mensagem reencaminhada:',
  'inizio messaggio inoltrato:',
  'begin doorgestuurd bericht:',
  'vidarebefordrat brev:',
  'начало переадресованного сообщения:',
]

/** Parts of the line above which a ticket system asks people to answer. */
export const linesAbove: readonly string[] =
  "above this line|above the line|above line|über dieser zeile|über diese zeile|oberhalb dieser zeile|oberhalb der zeile|über dieser linie|oberhalb dieser linie|au-dessus de cette ligne|au dessus de cette ligne|ci-dessus de cette ligne|au-dessus de la ligne|encima de esta línea|encima de esta linea|arriba de esta línea|sobre esta línea|acima desta linha|acima dessa linha|por cima desta linha|sopra questa riga|sopra questa linea|al di sopra di questa|boven deze regel|boven deze lijn|ovanför den här raden|ovanför denna rad|ovanför den här linjen|over denne linje|over denne linjen|ovenfor denne linje|ovenfor denne linjen|tämän rivin yläpuolelle|tämän viivan yläpuolelle|powyżej tego wiersza|powyżej tej linii|nad tą linią|nad tym wierszem|powyżej linii|nad tento řádek|nad tímto řádkem|nad tuto čáru|nad tento riadok|nad týmto riadkom|nad to vrstico|nad tem črtam|iznad ove linije|iznad ovog retka|iznad ove crte|изнад ове линије|над этой строкой|выше этой строки|выше этой линии|над этой линией|над цим рядком|вище цього рядка|вище цієї лінії|над този ред|над тази линия|над оваа линија|e sor fölé|ezen sor fölé|a vonal fölé|deasupra acestei linii|deasupra acestui rând|πάνω από αυτή τη γραμμή|πάνω από αυτήν τη γραμμή|πάνω από αυτήν την γραμμή|bu satırın üzerine|bu satırın üstüne|bu çizginin üzerine|bu çizginin üstüne|bu sətirdən yuxarı|virš šios eilutės|virš šios linijos|virs šīs rindas|virs šīs līnijas|selle rea kohale|sellest reast ülespoole|damunt d'aquesta línia|damunt d’aquesta línia|sobre d'aquesta línia|sobre d’aquesta línia|lerro honen gainean|enriba desta liña|ofan við þessa línu|fyrir ofan þessa línu|mbi këtë rresht|mbi këtë vijë|di atas baris ini|di atas garis ini|phía trên dòng này|trên dòng này|เหนือบรรทัดนี้|เหนือเส้นนี้|この行より上|この行の上|この線より上|この線の上|此行上方|此行之上|此行以上|这行上方|這行上方|此線上方|此线上方|이 줄 위|이 선 위|이 줄 윗|מעל שורה זו|מעל לשורה זו|מעל השורה הזו|מעל קו זה|فوق هذا السطر|أعلى هذا السطر|فوق هذا الخط|بالای این خط|اس لائن کے اوپر|इस पंक्ति के ऊपर|इस लाइन के ऊपर|इस रेखा के ऊपर|এই লাইনের উপরে|இந்த வரிக்கு மேலே|bo die lyn|bokant hierdie lyn|juu ya mstari huu|uwch ben y llinell hon|sa itaas ng linyang ito".split(
    '|',
  )
/** Beginnings of words for “answer”. A line such as “above this line” counts only if it has one of them. */
export const answerWords: readonly string[] =
  'reply|repl|respon|answer|antwort|répon|repond|respuesta|contest|resposta|risp|antwoord|svar|vasta|odpow|odpov|odgov|одгов|ответ|відпов|отгов|válasz|răspun|raspun|απάντ|απαντ|yanıt|cevap|cavab|atsak|atbild|vasta|erantzun|përgjigj|balas|jawab|trả lời|phản hồi|ตอบ|返信|回信|回复|回覆|答复|답장|회신|답변|תשוב|השב|להשיב|رد|پاسخ|جواب|उत्तर|जवाब|উত্তর|பதில்|antwoord|jibu|ateb|tumugon|type|write|schreib|écri|escri|scriv|typ|skriv|kirjoit|napiš|wpisz|введите|入力'.split(
    '|',
  )

/** Beginnings of the lines that phones and mail programs add below a text. */
export const mobileSignatures: readonly string[] = [
  'sent from my ',
  'sent from outlook',
  'sent from mail for windows',
  'sent from yahoo',
  'sent from samsung',
  'sent from proton',
  'sent from mobile',
  'sent from gmail',
  'sent from a mobile',
  'sent via ',
  'sent with ',
  'sent using ',
  'get outlook for ',
  'von meinem ',
  'von meiner ',
  'gesendet von ',
  'gesendet mit ',
  'gesendet aus ',
  'holen sie sich outlook',
  'diese nachricht wurde von meinem',
  'envoyé de mon ',
  'envoyé depuis ',
  'envoyé à partir d',
  'envoyé avec ',
  'envoyé via ',
  'obtenez outlook pour ',
  'télécharger outlook pour ',
  'enviado desde ',
  'enviado con ',
  'enviado do meu ',
  'enviado do ',
  'enviado a partir d',
  'enviado de mi ',
  'enviado via ',
  'obtener outlook para ',
  'obter o outlook para ',
  'inviato da ',
  'inviato dal ',
  'inviato con ',
  'ottieni outlook per ',
  'verzonden vanaf ',
  'verstuurd vanaf ',
  'verzonden met ',
  'verstuurd met ',
  'outlook voor ',
  'skickat från ',
  'skickat med ',
  'sendt fra ',
  'sendt med ',
  'lähetetty ',
  'wysłane z ',
  'wysłano z ',
  'odesláno z ',
  'odoslané z ',
  'отправлено с ',
  'отправлено из ',
  'надіслано з ',
  'küldve ',
  'elküldve ',
  'στάλθηκε από ',
  'trimis de pe ',
  'poslano s ',
  '发自我的',
  '從我的',
  '从我的',
  'iphoneから送信',
  'androidから送信',
  '나의 iphone',
  '내 iphone',
  'نُشرت من',
  'أُرسلت من',
  'נשלח מה',
]
/** Endings of such lines. */
export const mobileEndings: readonly string[] = [
  'gesendet.',
  'gesendet',
  "'dan gönderildi",
  'dan gönderildi',
  'から送信',
  '에서 보냄',
]
