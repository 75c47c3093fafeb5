type HeaderKind = 'from' | 'date' | 'to' | 'copy' | 'subject'

/** Names of the header lines above a quoted mail, by language. */
const labels: Record<HeaderKind, string> = {
  from: 'from|von|de|da|van|från|fra|od|lähettäjä|от|від|feladó|kimden|gönderen|από|expéditeur|remitente|nadawca|odesílatel|发件人|寄件者|差出人|보낸 사람|보낸사람|מאת|من',
  date: 'sent|date|gesendet|datum|envoyé|envoyé le|inviato|data|enviado|enviado el|enviado em|enviada em|fecha|verzonden|skickat|sendt|dato|wysłane|wysłano|odesláno|lähetetty|päivämäärä|отправлено|дата|надіслано|elküldve|küldve|gönderildi|tarih|στάλθηκε|ημερομηνία|发送时间|日期|寄件日期|送信日時|日付|보낸 날짜|날짜|נשלח|תאריך|تاريخ',
  to: 'to|an|à|a|para|aan|till|til|do|komu|vastaanottaja|кому|címzett|kime|alıcı|προς|destinataire|destinatario|收件人|宛先|받는 사람|받는사람|אל|إلى',
  copy: 'cc|bcc|kopie|copie à|reply-to|antwort an|répondre à|responder a|копия|копія|抄送|参照|참조',
  subject:
    'subject|betreff|objet|oggetto|asunto|assunto|onderwerp|ämne|emne|temat|předmět|předmet|aihe|тема|tárgy|konu|θέμα|主题|主旨|件名|제목|נושא|الموضوع',
}

export const headerKinds: ReadonlyMap<string, HeaderKind> = new Map(
  Object.entries(labels).flatMap(([kind, names]) =>
    names.split('|').map((name) => [name, kind as HeaderKind]),
  ),
)

/** Verbs in the line above a quote: "On Monday, Ada wrote:". */
export const writingVerbs: ReadonlySet<string> = new Set(
  'wrote|writes|write|schrieb|schreibt|geschrieben|écrit|ecrit|escribió|escribio|escribe|escreveu|escreve|scritto|scrive|schreef|skrev|skriver|napisał|napisała|pisze|kirjoitti|написал|написала|написав|написала|пишет|пише|писал|писала|írta|írja|napsal|napsala|napísal|napísala|yazdı|yazmış|şunları|έγραψε|scris|napisao|napisala|пиша|написа|כתב|כתבה|كتب|viết'.split(
    '|',
  ),
)
/** The same for languages without spaces between words. */
export const joinedVerbs = ['写道', '寫道', '写了', 'のメール', 'さんは書きました', '작성', 'เขียน'] as const

/** First words of an attribution line. */
export const openings: ReadonlySet<string> = new Set(
  'on|am|le|el|em|il|in|op|den|dnia|w|dne|dňa|dana|a|på|ha|at|quoting|zitat|citando|citat|в|у|на|la|pada|vào|στις|ב|בתאריך|في|mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|ma|ti|ke|to|pe|la|su|пн|вт|ср|чт|пт|сб|вс|нд|pon|wt|śr|czw|pt|sob|nie|po|út|čt|pá|ne'.split(
    '|',
  ),
)

/** Texts between dashes above a mail that is quoted or forwarded whole. */
export const separators: ReadonlySet<string> = new Set(
  "original message|original appointment|original email|reply message|forwarded message|forwarded by|ursprüngliche nachricht|ursprüngliche mail|originalnachricht|original-nachricht|original nachricht|originalmail|weitergeleitete nachricht|message d'origine|message d’origine|message original|message initial|message transféré|message transmis|mensaje original|mensaje reenviado|mensagem original|mensagem encaminhada|messaggio originale|messaggio inoltrato|oorspronkelijk bericht|doorgestuurd bericht|ursprungligt meddelande|originalmeddelande|vidarebefordrat meddelande|oprindelig meddelelse|opprinnelig melding|videresendt melding|alkuperäinen viesti|wiadomość oryginalna|oryginalna wiadomość|wiadomość przekazana|původní zpráva|původní e-mail|pôvodná správa|исходное сообщение|оригинальное сообщение|пересылаемое сообщение|переадресованное сообщение|оригінальне повідомлення|eredeti üzenet|özgün ileti|orijinal mesaj|iletilen mesaj|mesaj original|originalna poruka|αρχικό μήνυμα|原始邮件|原始郵件|转发邮件|元のメッセージ|원본 메시지|원본 메일|הודעה מקורית|הודעה שהועברה|الرسالة الأصلية".split(
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
