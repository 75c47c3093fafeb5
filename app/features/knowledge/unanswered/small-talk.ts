/**
 * Greetings, thanks, farewells and assent by language; the twelve most used languages come first. A longer phrase is
 * needed only if it contains an unlisted word.
 */
const phrases: Readonly<Record<string, string>> = {
  en: 'hello|hi|hey|hiya|howdy|good morning|good afternoon|good evening|good night|good day|greetings|how are you|how are you doing|how do you do|what’s up|whats up|nice to meet you|thanks|thank you|thx|ty|cheers|many thanks|much appreciated|appreciate it|bye|goodbye|see you|see you later|take care|have a nice day|have a great day|ok|okay|great|perfect|cool|nice|awesome|wonderful|got it|i see|understood|sure|yes|no|all right|alright|never mind|no problem|you’re welcome|welcome|sounds good|that helps|that helped|that’s all|very helpful|very kind',
  zh: '你好|您好|你们好|大家好|早上好|上午好|下午好|晚上好|晚安|早安|嗨|哈喽|谢谢|谢谢你|谢谢您|多谢|感谢|非常感谢|謝謝|感謝|再见|再見|拜拜|好的|好|明白了|知道了|没事|不客气|是的|辛苦了|太好了|请问',
  hi: 'नमस्ते|नमस्कार|हैलो|हाय|धन्यवाद|शुक्रिया|बहुत धन्यवाद|बहुत बहुत धन्यवाद|आभार|अलविदा|फिर मिलेंगे|शुभ रात्रि|सुप्रभात|शुभ प्रभात|ठीक है|अच्छा|हाँ|नहीं|आप कैसे हैं',
  es: 'hola|buenas|buenos días|buen día|buenas tardes|buenas noches|qué tal|cómo estás|cómo está|saludos|gracias|muchas gracias|muchísimas gracias|mil gracias|te lo agradezco|se lo agradezco|adiós|chao|hasta luego|hasta pronto|hasta mañana|vale|de acuerdo|perfecto|genial|muy bien|muy amable|entendido|claro|sí|no|de nada|un saludo',
  ar: 'مرحبا|مرحباً|أهلا|أهلاً|اهلا|أهلا وسهلا|السلام عليكم|وعليكم السلام|سلام|صباح الخير|مساء الخير|تصبح على خير|كيف حالك|شكرا|شكراً|شكرا لك|شكرا لكم|شكرا جزيلا|شكراً جزيلاً|جزيل الشكر|جزاك الله خيرا|مع السلامة|إلى اللقاء|وداعا|حسنا|حسناً|تمام|ممتاز|نعم|لا|عفوا|هلا',
  fr: 'bonjour|salut|bonsoir|bonne nuit|bonne journée|bonne soirée|coucou|ça va|comment ça va|comment allez-vous|merci|merci beaucoup|merci bien|mille mercis|un grand merci|je vous remercie|je te remercie|au revoir|à bientôt|à plus|d’accord|ok|parfait|super|très bien|génial|entendu|compris|oui|non|de rien|enchanté',
  bn: 'নমস্কার|হ্যালো|হাই|আসসালামু আলাইকুম|সুপ্রভাত|শুভ সকাল|শুভ রাত্রি|কেমন আছেন|কেমন আছো|ধন্যবাদ|অনেক ধন্যবাদ|আপনাকে ধন্যবাদ|আপনাকে|বিদায়|আবার দেখা হবে|ঠিক আছে|আচ্ছা|হ্যাঁ|না|ভালো',
  pt: 'olá|ola|oi|bom dia|boa tarde|boa noite|tudo bem|como vai|obrigado|obrigada|muito obrigado|muito obrigada|obrigadão|agradeço|valeu|adeus|tchau|até logo|até mais|até breve|está bem|certo|perfeito|ótimo|muito bem|entendi|sim|não|de nada',
  ru: 'привет|здравствуйте|здравствуй|доброе утро|добрый день|добрый вечер|доброй ночи|спокойной ночи|как дела|спасибо|большое спасибо|спасибо большое|огромное спасибо|благодарю|благодарю вас|до свидания|пока|до встречи|всего доброго|хорошо|ладно|отлично|понятно|понял|поняла|да|нет|пожалуйста|не за что|окей|ясно',
  ur: 'السلام علیکم|ہیلو|ہائے|صبح بخیر|شب بخیر|آپ کیسے ہیں|شکریہ|بہت شکریہ|بہت بہت شکریہ|آپ کا شکریہ|مہربانی|خدا حافظ|اللہ حافظ|ٹھیک ہے|اچھا|جی|جی ہاں|نہیں',
  id: 'halo|hai|selamat pagi|selamat siang|selamat sore|selamat malam|apa kabar|terima kasih|terima kasih banyak|terimakasih|makasih|trims|sampai jumpa|selamat tinggal|dadah|baik|oke|bagus|ya|tidak|sama-sama|mantap',
  de: 'hallo|hi|guten morgen|guten tag|guten abend|gute nacht|grüß gott|grüezi|servus|moin|wie geht es ihnen|wie geht es dir|wie geht’s|danke|danke schön|dankeschön|danke sehr|vielen dank|herzlichen dank|besten dank|vielen lieben dank|tausend dank|ich danke|auf wiedersehen|tschüss|tschüs|bis bald|bis später|bis dann|schönen tag noch|schönen tag|in ordnung|alles klar|super|prima|perfekt|sehr gut|gut|verstanden|ja|nein|bitte|gern geschehen|ok|okay|sehr nett',
  ja: 'こんにちは|こんばんは|おはよう|おはようございます|おやすみなさい|はじめまして|もしもし|ありがとう|ありがとうございます|ありがとうございました|どうもありがとう|どうもありがとうございます|どうも|感謝します|さようなら|またね|じゃあね|失礼します|はい|いいえ|わかりました|分かりました|了解です|了解|承知しました|よろしくお願いします|お願いします|なるほど',
  others:
    'ciao|salve|buongiorno|buonasera|buonanotte|arrivederci|grazie|grazie mille|molte grazie|prego|va bene|perfetto|hoi|goedemorgen|goedemiddag|goedenavond|dag|dank u|dank je|dank u wel|dankjewel|bedankt|hartelijk dank|tot ziens|cześć|dzień dobry|dobry wieczór|dziękuję|dziękuję bardzo|dzięki|do widzenia|merhaba|selam|günaydın|iyi akşamlar|teşekkürler|teşekkür ederim|çok teşekkür ederim|çok teşekkürler|sağ olun|hoşça kal|görüşürüz|hej|hejsan|god morgon|god kväll|tack|tack så mycket|hej då|hei|god morgen|takk|tusen takk|mange takk|takk for hjelpen|ha det|tak|mange tak|moi|kiitos|kiitos paljon|hyvää päivää|näkemiin|ahoj|dobrý den|děkuji|děkuji moc|díky|na shledanou|ďakujem|jó napot|szia|köszönöm|köszönöm szépen|viszlát|bună|bună ziua|mulțumesc|mersi|la revedere|добрий день|привіт|дякую|щиро дякую|до побачення|здравей|благодаря|γεια|γεια σας|καλημέρα|ευχαριστώ|ευχαριστώ πολύ|αντίο|שלום|תודה|תודה רבה|להתראות|سلام|درود|ممنون|متشکرم|مرسی|خداحافظ|안녕|안녕하세요|감사합니다|고맙습니다|고마워요|고마워|네|안녕히 계세요|xin chào|chào|cảm ơn|cám ơn|cảm ơn bạn|tạm biệt|สวัสดี|สวัสดีครับ|สวัสดีค่ะ|ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ|ขอบคุณมาก|ลาก่อน|habari|jambo|asante|asante sana|salamat|maraming salamat|kamusta|நன்றி|வணக்கம்|hvala|hvala lijepa|bok|zdravo|gràcies|aitäh|paldies|ačiū',
}

/** Words that accompany them: whom one thanks, how much, and for what. */
const besides =
  'so|very|much|a lot|das|war|lot|again|then|now|too|there|all|everyone|team|you|me|dear|guys|sir|madam|everything|for|your|the|this|that|it|was|is|help|time|answer|reply|information|info|quick|fast|kind|support|assistance|und|schon|mal|noch|alle|zusammen|auch|sehr|für|ihre|die|der|den|deine|eure|hilfe|antwort|auskunft|schnelle|unterstützung|team|por|su|tu|la|el|ayuda|respuesta|información|todo|muy|mucho|pour|votre|ton|vos|aide|réponse|tout|beaucoup|très|pela|pelo|sua|ajuda|resposta|muito|за|вашу|помощь|ответ|всё|все|вам|очень|per|il|tuo|vostro|suo|aiuto|risposta|atas|bantuannya|bantuan|anda|على|المساعدة|مساعدتك|لك|جدا|你的帮助|您的帮助|您|你|了|啊|吧|ね|よ|です|voor|je|uw|hulp|antwoord|yardımınız|için|मदद|के|लिए|आपकी|आपका'

/** Built for the first message, not at the start, because building it takes 6 ms. */
let vocabulary: ReturnType<typeof readPhrases> | undefined

function readPhrases() {
  const spoken = new Set(Object.values(phrases).flatMap((list) => list.split('|').map(plain)))
  const words = new Set([...spoken, ...besides.split('|').map(plain)])
  const longest = Math.max(...Array.from(words, (phrase) => phrase.split(' ').length))
  const together = [...words].filter((word) =>
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]+$/u.test(word),
  )
  const joined = new RegExp(`(?:${together.sort((a, b) => b.length - a.length).join('|')})`, 'gu')
  return { spoken, words, longest, joined }
}

/** One unknown word may be a name, as in “Hi Anna”. */
const STRANGE_WORDS = 1

/** Returns whether a message is only a greeting, thanks, a farewell or assent, in any of many languages. */
export function isSmallTalk(message: string): boolean {
  const { spoken, words, longest, joined } = (vocabulary ??= readPhrases())
  const text = plain(message.replaceAll(joined, ' $& '))
  const said = text.split(' ').filter(Boolean)
  let isSpoken = false
  let strange = 0
  for (let at = 0; at < said.length;) {
    let length = Math.min(longest, said.length - at)
    while (length > 0 && !words.has(said.slice(at, at + length).join(' '))) length -= 1
    if (length === 0) strange += 1
    else isSpoken ||= spoken.has(said.slice(at, at + length).join(' '))
    at += Math.max(1, length)
  }
  const most = /[?？؟]/.test(message) ? 0 : STRANGE_WORDS
  return said.length === 0 || (isSpoken && strange <= most)
}

/** Lower-cases a text and removes accents, apostrophes and punctuation. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’ʼ]/g, '')
    .replaceAll(/\p{Script=Latin}\p{M}+/gu, (letter) => letter.charAt(0))
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}
