/** Phrases for not knowing, in the panel's languages and some more, without punctuation and accents. */
const phrases = [
  // English
  /\b(?:i|we) (?:do not|don t|cannot|can t|could not|couldn t|am not able to|are not able to|am unable to) (?:\w+ ){0,2}(?:know|have|find|see|answer|tell|say|confirm)\b/,
  /\b(?:no|not any|any) information (?:about|on|regarding|whether)\b/,
  /\b(?:i m|i am|we re|we are) not (?:sure|aware)\b/,
  /\b(?:is|are) not (?:mentioned|stated|listed|covered) in\b/,
  // German
  /\b(?:weiss|wissen) (?:ich|wir) (?:\w+ )*nicht\b|\b(?:ich|wir) (?:weiss|wissen) (?:\w+ ){0,4}nicht\b/,
  /\b(?:habe|haben) (?:ich |wir )?(?:\w+ ){0,4}keine (?:\w+ )?(?:information|informationen|angabe|angaben|auskunft)\b/,
  // French
  /\b(?:je|nous) ne (?:sais|savons|dispose|disposons|trouve|trouvons|connais|peux|pouvons) (?:\w+ )?(?:pas|aucune)\b/,
  /\bje n ai (?:pas|aucune) (?:\w+ )*information/,
  // Spanish, Portuguese
  /\bno (?:lo )?(?:se|sabemos|tengo|tenemos|dispongo|disponemos|encuentro) (?:\w+ ){0,3}(?:informacion|dato|datos|respuesta)\b|\bno lo (?:se|sabemos)\b/,
  /\bnao (?:o )?(?:sei|sabemos|tenho|temos|disponho|encontro|encontrei)\b/,
  // Italian, Dutch
  /\bnon (?:lo )?(?:so|sappiamo|ho|abbiamo|dispongo) (?:\w+ ){0,2}informazion|\bnon lo (?:so|sappiamo)\b/,
  /\b(?:ik|we|wij) (?:weet|weten|heb|hebben) (?:\w+ ){0,3}(?:niet|geen)\b/,
  // Russian, Indonesian
  /(?:не знаю|не знаем|не располага\S+|нет (?:\S+ ){0,2}информации)/,
  /\b(?:tidak|belum) (?:tahu|mengetahui|memiliki informasi|punya informasi)\b/,
  // Chinese, Japanese, Arabic, Urdu, Hindi, Bengali
  /不知道|不清楚|没有(?:相关|这方面的)?(?:信息|资料)|無法回答|无法回答/,
  /わかりません|分かりません|存じません|情報(?:は|が)(?:ありません|ございません)/,
  /(?:لا أعرف|لا اعرف|لا أعلم|لا اعلم|لا أملك|لا املك|لا تتوفر|ليس لدي|ليست لدي|ليس لدينا)/,
  /معلوم نہیں|معلومات نہیں/,
  /(?:नहीं पता|पता नहीं|जानकारी नहीं|नहीं जानता|नहीं जानती)/,
  /(?:জানি না|তথ্য নেই|জানা নেই)/,
]

export function saysUnknown(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
  return phrases.some((phrase) => phrase.test(plain))
}
