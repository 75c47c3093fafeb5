import type { Answer, Attacker, Who } from './attacker.ts'

/** A kind of input of any size, and where it is sent. */
export type Grammar = {
  route: string
  what: string
  who: Who
  sizes: { from: number; to: number; unit: 'B' | 'parts' | 'MB' }
  send(attacker: Attacker, size: number): Promise<Answer>
  /** Whether jobs continue after the response; they are awaited and measured too. */
  goesOn?: boolean
  isCrowd?: boolean
}

/** A 503 with Retry-After only means that all slots are taken. */
export function isBroken({ status, retryAfter }: Pick<Answer, 'status' | 'retryAfter'>): boolean {
  return status >= 500 && !(status === 503 && retryAfter)
}

export function worstOf(answers: readonly Answer[]): Answer {
  return answers.find(isBroken) ?? answers[0] ?? { status: 0, retryAfter: false, text: '' }
}

export function repeated(text: string, bytes: number): string {
  return text.repeat(Math.max(1, Math.ceil(bytes / Buffer.byteLength(text)))).slice(0, bytes)
}

/** Texts of about this many bytes that are slow to match, fold, normalise or measure. */
export const texts: Readonly<Record<string, (bytes: number) => string>> = {
  letters: (n) => 'x'.repeat(n),
  digits: (n) => '1'.repeat(n),
  spaces: (n) => `a${' '.repeat(n)}a`,
  'line breaks': (n) => `a${'\r\n'.repeat(n / 2)}a`,
  'a@a.a.a…': (n) => `a@${repeated('a.', n)}`,
  'a@a@a…': (n) => repeated('a@', n),
  'phone numbers': (n) => `+${repeated('49 (30) 1-', n)}`,
  addresses: (n) => repeated('http://a.a/?a=', n),
  'hyphens and dots': (n) => `${repeated('a-.', n)}!`,
  'combining marks': (n) => `e${repeated('\u0301\u0323', n)}`,
  'right-to-left': (n) => repeated('\u202E\u05D0\u0639', n),
  'joined emoji': (n) => repeated('👩\u200D', n),
  'letters that fold to several': (n) => repeated('ßİﬃ', n),
  'marks of HTML': (n) => repeated('<b a="', n),
  'marks of searching': (n) => repeated('"a*(-:%_', n),
  paths: (n) => repeated('/../a//', n),
}
