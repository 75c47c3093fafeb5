import type { Ctx } from '#app/platform/context.server.ts'

/** The mark in a conversation's system prompt: 24 hexadecimal digits that occur nowhere else. */
export function canaryOf(ctx: Pick<Ctx, 'signer'>, conversationId: string): string {
  return Buffer.from(ctx.signer.sign('chat-canary', conversationId), 'base64url').toString('hex').slice(0, 24)
}
