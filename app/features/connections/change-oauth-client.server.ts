import { changedFields, changedValues, recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { connectionRow } from '#app/platform/crypto/sealed-rows.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { redirectAddress } from '#app/platform/oauth/oauth-consent.server.ts'
import {
  findOauthClient,
  type OauthProvider,
  oauthProviders,
} from '#app/platform/oauth/oauth-clients.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { prove, requireOwnSession } from './change-connections.server.ts'

type Proof = { ownPassword: string; code: string }
export type OauthClientFields = Proof & Record<'clientId' | 'clientSecret' | 'tenant', string>

/** What the page shows of each client; never its secret. */
export async function readOauthClients(ctx: Ctx) {
  requireActor(ctx, 'settings.read')
  return Promise.all(
    (['google', 'microsoft'] as const).map(async (provider) => {
      const row = await findRow(ctx, provider)
      return {
        provider,
        label: oauthProviders[provider].label,
        redirectUri: await redirectAddress(ctx),
        scopes: [...new Set(Object.values(oauthProviders[provider].scopes).flat())]
          .map((scope) => scope.replace('https://outlook.office.com/', ''))
          .join(' '),
        stored: row ? { clientId: row.user_name, tenant: row.service, changedAt: row.changed_at } : null,
      }
    }),
  )
}

export type ShownOauthClient = Awaited<ReturnType<typeof readOauthClients>>[number]

/** @throws {FieldErrors} clientId, clientSecret, tenant, ownPassword, code */
export async function saveOauthClient(
  ctx: Ctx,
  provider: OauthProvider,
  fields: OauthClientFields,
): Promise<void> {
  const { memberId } = requireOwnSession(ctx)
  const [clientId, secret] = [fields.clientId.trim(), fields.clientSecret.trim()]
  const tenant = provider === 'microsoft' ? fields.tenant.trim() || 'common' : ''
  const former = await findOauthClient(ctx, provider)
  const faults = {
    ...(!/^[\w.-]{1,300}$/.test(clientId) && { clientId: 'Please enter the client’s ID.' }),
    ...(secret !== '' && !/^[!-~]{1,500}$/.test(secret) && { clientSecret: 'A secret contains no spaces.' }),
    ...(secret === '' &&
      (former?.id !== clientId || former.secret === null) && {
        clientSecret: 'Please enter the client’s secret.',
      }),
    ...(tenant !== '' && !/^[\w.-]{1,100}$/.test(tenant) && { tenant: 'Please enter the directory’s ID.' }),
  }
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  await prove(ctx, fields, async (ctx) => {
    const row = {
      service: tenant,
      host: '',
      port: 0,
      user_name: clientId,
      ...(secret !== '' && { sealed: ctx.vault.seal(connectionRow(provider), secret) }),
      sender: '',
      options: '{}',
      changed_at: ctx.clock.now(),
      changed_by: memberId,
    }
    const before = shown(await findRow(ctx, provider))
    await ctx.db
      .insertInto('connection')
      .values({ kind: provider, sealed: null, ...row })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
      .execute()
    const after = { client: clientId, tenant }
    await record(ctx, provider, before, after, secret === '' ? [] : ['secret'])
  })
}

/** Calendars and mail that use it can no longer be read. @throws {AppError} not-found. @throws {FieldErrors} ownPassword, code */
export async function removeOauthClient(ctx: Ctx, provider: OauthProvider, fields: Proof): Promise<void> {
  requireOwnSession(ctx)
  await prove(ctx, fields, async (ctx) => {
    const row = await findRow(ctx, provider)
    if (!row) throw new AppError('not-found', 'This connection has already been removed.')
    await ctx.db.deleteFrom('connection').where('kind', '=', provider).execute()
    await record(ctx, provider, shown(row), shown(undefined), ['secret'])
  })
}

type Shown = { client: string; tenant: string }

const shown = (row: Awaited<ReturnType<typeof findRow>>): Shown =>
  row ? { client: row.user_name, tenant: row.service } : { client: '', tenant: '' }

async function record(
  ctx: Ctx,
  provider: OauthProvider,
  before: Shown,
  after: Shown,
  others: string[],
): Promise<void> {
  await recordChange(ctx, {
    what: 'settings.calendar_client',
    subject: { id: provider, title: oauthProviders[provider].label, path: '/admin/connections' },
    fields: [...changedFields(before, after), ...others],
    values: changedValues(before, after, Object.keys(after)),
  })
}

function findRow(ctx: Pick<Ctx, 'db'>, provider: OauthProvider) {
  return ctx.db
    .selectFrom('connection')
    .select(['user_name', 'service', 'changed_at'])
    .where('kind', '=', provider)
    .executeTakeFirst()
}
