import type { Ctx } from '#app/platform/context.server.ts'

/** Letters that hardly a word ends with: what may be the mark's beginning is held back from the reader. */
const BEGINNING = 'zq'

/** The mark in a conversation's system prompt: 24 letters and digits that occur nowhere else. */
export function canaryOf(ctx: Pick<Ctx, 'signer'>, conversationId: string): string {
  const digits = Buffer.from(ctx.signer.sign('chat-canary', conversationId), 'base64url').toString('hex')
  return BEGINNING + digits.slice(0, 22)
}

export type CanaryGuard = {
  /** What of the text may be shown by now; null once the canary is in it. */
  push(text: string): string | null
  /** What was still held back, at the end of the reply. */
  flush(): string
}

/** Signs and spaces between the canary's characters do not hide it; letters of any script would make another word. */
const ignored = /[^\p{L}\p{N}]/gu

/** Watches a reply for a canary of lower-case letters and digits, in pieces however small, before they are shown. */
export function createCanaryGuard(canary: string): CanaryGuard {
  let held = ''
  return {
    push(text) {
      held += text
      const plain = held.replaceAll(ignored, '').toLowerCase()
      if (plain.includes(canary)) return null
      const keep = rawLength(held, longestStart(plain, canary))
      const shown = held.slice(0, held.length - keep)
      held = held.slice(held.length - keep)
      return shown
    },
    flush() {
      const rest = held
      held = ''
      return rest
    },
  }
}

/** The length of the longest end of `text` that is a beginning of `word`. */
function longestStart(text: string, word: string): number {
  for (let length = Math.min(text.length, word.length - 1); length > 0; length -= 1)
    if (text.endsWith(word.slice(0, length))) return length
  return 0
}

/** How many characters at the end of `raw` hold its last `count` letters and digits. */
function rawLength(raw: string, count: number): number {
  let at = raw.length
  for (let left = count; left > 0 && at > 0;) {
    at -= 1
    if (raw.charAt(at).replace(ignored, '') !== '') left -= 1
  }
  return raw.length - at
}
