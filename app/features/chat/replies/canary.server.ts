import type { Ctx } from '#app/platform/context.server.ts'

/** Few words contain these letters, so a reply is rarely held back on suspicion. */
const BEGINNING = 'zq'

/** Constant for a day, because providers can only cache a prompt that is the same in all conversations. */
export function canaryOf(ctx: Pick<Ctx, 'signer' | 'clock'>): string {
  const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
  const digits = Buffer.from(ctx.signer.sign('chat-canary', day), 'base64url').toString('hex')
  return BEGINNING + digits.slice(0, 22)
}

export type CanaryGuard = {
  /** Returns the text that can be shown now, or null once it contains the canary. */
  push(text: string): string | null
  /** Returns the text that was held back, at the end of the reply. */
  flush(): string
}

/** Everything but letters and digits of any script is ignored in the search for the canary. */
const ignored = /[^\p{L}\p{N}]/gu

/** Searches a streamed reply for a canary of lower-case letters and digits before it is shown. */
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

function longestStart(text: string, word: string): number {
  for (let length = Math.min(text.length, word.length - 1); length > 0; length -= 1)
    if (text.endsWith(word.slice(0, length))) return length
  return 0
}

/** Returns the length of the suffix of `raw` with its last `count` letters and digits. */
function rawLength(raw: string, count: number): number {
  let at = raw.length
  for (let left = count; left > 0 && at > 0;) {
    at -= 1
    if (raw.charAt(at).replace(ignored, '') !== '') left -= 1
  }
  return raw.length - at
}
