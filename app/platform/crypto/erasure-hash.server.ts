import type { Ctx } from '#app/platform/context.server.ts'

/** Returns the hash under which the list of erasures stores an address in comparable form. */
export function erasureHash(ctx: Pick<Ctx, 'signer'>, address: string): string {
  return ctx.signer.sign('erasure', address)
}
