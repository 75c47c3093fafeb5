import type { Ctx } from '#app/platform/context.server.ts'

/** Letters that hardly a word ends with: what may be the mark's beginning is held back from the reader. */
const BEGINNING = 'zq'

/** The mark in a conversation's system prompt: 24 letters and digits that occur nowhere else. */
export function canaryOf(ctx: Pick<Ctx, 'signer'>, conversationId: string): string {
  const digits = Buffer.from(ctx.signer.sign('chat-canary', conversationId), 'base64url').toString('hex')
  return BEGINNING + digits.slice(0, 22)
}
