import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { calendarRow, connectionRow, openSealed } from '#app/platform/crypto/sealed-rows.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { findOauthClient, isOauthProvider } from './oauth-clients.server.ts'
import { ask, oauthTokens } from './oauth-tokens.server.ts'

const ROW = 'revoke-access'

/** Withdraws what a removed connection or calendar was allowed. Microsoft offers no address for this. */
export const revokeAccess = defineJob({
  name: 'revoke-access',
  lane: 'other',
  payload: z.object({ provider: z.enum(['google', 'microsoft']), account: z.string(), sealed: z.string() }),
  maxAttempts: 8,
  async run(ctx, { provider, account, sealed }, { signal }) {
    const client = await findOauthClient(ctx, provider)
    const token = openSealed(ctx.vault, ROW, sealed)
    if (!client?.addresses.revoke || token === null) return
    // Google withdraws all that the account has allowed this client at once.
    if (await isStillUsed(ctx, provider, account)) return
    const form = new URLSearchParams({ token })
    const { status } = await ask(ctx, { method: 'POST', url: client.addresses.revoke, form, signal })
    // 400: it has already been withdrawn.
    if (status !== 200 && status !== 400) throw new Error(`The access was not withdrawn (${status}).`)
  },
})

/** Queues the withdrawal of sealed tokens, if the provider offers one. @param row what they are sealed for */
export async function revokeLater(
  ctx: Ctx,
  { provider, row, sealed }: { provider: string | null; row: string; sealed: string | null },
): Promise<void> {
  if (provider !== 'google' || sealed === null) return
  const opened = openSealed(ctx.vault, row, sealed)
  if (opened === null) return
  const { account, refreshToken } = oauthTokens.parse(JSON.parse(opened))
  await enqueue(ctx, revokeAccess, { provider, account, sealed: ctx.vault.seal(ROW, refreshToken) })
}

async function isStillUsed(ctx: Ctx, provider: string, account: string): Promise<boolean> {
  const [feeds, mails] = await Promise.all([
    ctx.db
      .selectFrom('calendar_feed')
      .select(['id', 'kind', 'sealed'])
      .where('kind', '=', 'google')
      .execute(),
    ctx.db
      .selectFrom('connection')
      .select(['kind', 'options', 'sealed'])
      .where('kind', 'in', ['outgoing', 'incoming'])
      .execute(),
  ])
  const held = [
    ...feeds.map(({ id, kind, sealed }) => ({ provider: kind, row: calendarRow(id), sealed })),
    ...mails.map(({ kind, options, sealed }) => ({
      provider: providerOf(options),
      row: connectionRow(kind),
      sealed,
    })),
  ]
  return held.some((each) => {
    if (each.provider !== provider || each.sealed === null) return false
    const opened = openSealed(ctx.vault, each.row, each.sealed)
    return opened === null || oauthTokens.parse(JSON.parse(opened)).account === account
  })
}

/** @param options of a connection */
export function providerOf(options: string) {
  const { oauth } = z.object({ oauth: z.string().nullish() }).parse(JSON.parse(options))
  return isOauthProvider(oauth) ? oauth : null
}
