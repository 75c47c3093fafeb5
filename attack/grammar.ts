import type { Answer, Attacker, Who } from './attacker.ts'

/** One kind of input that can be made as large as one likes, and where it is sent. */
export type Grammar = {
  /** As "POST /contact". */
  route: string
  what: string
  who: Who
  /** Doubled from here to there. */
  sizes: { from: number; to: number; unit: 'B' | 'parts' | 'MB' }
  send(attacker: Attacker, size: number): Promise<Answer>
  /** Work goes on after the answer, in jobs: it is waited for, and is part of what is measured. */
  goesOn?: boolean
  /** Many requests at once, which may take their time together. */
  isCrowd?: boolean
}

/** That all places are taken is said with 503 and a time to come back; it is no fault of the server's. */
export function isBroken({ status, retryAfter }: Pick<Answer, 'status' | 'retryAfter'>): boolean {
  return status >= 500 && !(status === 503 && retryAfter)
}

/** Of several answers the one that tells of a fault, or else the first. */
export function worstOf(answers: readonly Answer[]): Answer {
  return answers.find(isBroken) ?? answers[0] ?? { status: 0, retryAfter: false, text: '' }
}

/** A text that is repeated up to so many bytes. */
export function repeated(text: string, bytes: number): string {
  return text.repeat(Math.max(1, Math.ceil(bytes / Buffer.byteLength(text)))).slice(0, bytes)
}

/** Texts that make expressions backtrack, fold, normalise or measure for long; each of about so many bytes. */
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
