type HeaderOf = (name: string) => string

const bulk = /^\s*(bulk|auto_reply|auto-reply|junk)\b/i
const subjects = [
  'out of office',
  'out of the office',
  'automatic reply',
  'automated reply',
  'auto-reply',
  'auto reply',
  'autoreply',
  'auto response',
  'away from my mail',
  'on vacation',
  'abwesenheitsnotiz',
  'abwesenheitsnachricht',
  'abwesend',
  'automatische antwort',
  'réponse automatique',
  'absence du bureau',
  'absent du bureau',
  "message d'absence",
  'respuesta automática',
  'fuera de la oficina',
  'resposta automática',
  'ausência temporária',
  'risposta automatica',
  'fuori sede',
  'automatisch antwoord',
  'niet aanwezig',
  'afwezig',
  'autosvar',
  'automatiskt svar',
  'automatisk svar',
  'frånvaro',
  'fravær',
  'poissa toimistosta',
  'automaattinen vastaus',
  'autoodpowiedź',
  'odpowiedź automatyczna',
  'automatická odpověď',
  'mimo kancelář',
  'автоответ',
  'автоматический ответ',
  'нет на работе',
  'otomatik yanıt',
  'automatikus válasz',
  'răspuns automat',
  'αυτόματη απάντηση',
  '自动回复',
  '自動回覆',
  '自動返信',
  '不在通知',
  '자동 회신',
  '부재중',
] as const

const end = /^\s*(?:$|[:：;,()[\]|/–—]|[-.!](?!\w)|(?:re|aw|sv)\s*:)/
const endOfFirst = /^\s*(?:$|[:：])/

/** Whether a program sent the mail, not a person (RFC 3834, and headers of programs that do not follow it). */
export function isAutomatic(header: HeaderOf, subject = ''): boolean {
  const submitted = header('auto-submitted').trim().toLowerCase()
  if (submitted !== '' && !/^no\b/.test(submitted)) return true
  if (
    ['x-autoreply', 'x-autorespond', 'x-autoresponse', 'x-auto-reply-from'].some(
      (name) => header(name) !== '',
    )
  )
    return true
  if (header('x-failed-recipients') !== '' || bulk.test(header('precedence'))) return true
  const isAnswer = header('in-reply-to') !== '' || header('references') !== ''
  return isNoticeSubject(subject, isAnswer ? end : endOfFirst)
}

/** A subject that begins with `Re:`, or goes on after the words of a notice, is a person's. */
function isNoticeSubject(subject: string, after: RegExp): boolean {
  const lower = subject.slice(0, 200).trim().toLowerCase()
  return subjects.some((known) => lower.startsWith(known) && after.test(lower.slice(known.length)))
}
