import type { Ctx } from '#app/platform/context.server.ts'

/** Under which the list of erasures keeps an address, in comparable form. */
export function erasureHash(ctx: Pick<Ctx, 'signer'>, address: string): string {
  return ctx.signer.sign('erasure', address)
}
