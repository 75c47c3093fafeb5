import type { Ctx } from '#app/platform/context.server.ts'
import { connectionRow, openSealed } from '#app/platform/crypto/sealed-rows.server.ts'
import { AppError } from '#app/platform/errors.ts'

export const oauthProviders = {
  google: {
    label: 'Google',
    scopes: {
      calendar: [
        'openid',
        'email',
        'https://www.googleapis.com/auth/calendar.freebusy',
        'https://www.googleapis.com/auth/calendar.events.owned',
      ],
      outgoing: ['openid', 'email', 'https://mail.google.com/'],
      incoming: ['openid', 'email', 'https://mail.google.com/'],
    },
  },
  microsoft: {
    label: 'Microsoft 365',
    scopes: {
      calendar: ['openid', 'email', 'offline_access', 'Calendars.ReadWrite'],
      outgoing: ['openid', 'email', 'offline_access', 'https://outlook.office.com/SMTP.Send'],
      incoming: ['openid', 'email', 'offline_access', 'https://outlook.office.com/IMAP.AccessAsUser.All'],
    },
  },
} as const

export type OauthProvider = keyof typeof oauthProviders
/** What the access is for: a member's calendar, or one of the two mail connections. */
export type OauthPurpose = keyof (typeof oauthProviders)['google']['scopes']

export function isOauthProvider(name: string | null | undefined): name is OauthProvider {
  return typeof name === 'string' && Object.hasOwn(oauthProviders, name)
}

export type OauthClient = {
  id: string
  /** Null if it was sealed with another APP_SECRET. */
  secret: string | null
  tenant: string
  /** `revoke` is null for a provider that offers no such address. */
  addresses: { authorize: string; token: string; revoke: string | null; api: string }
}

type Access = Pick<Ctx, 'db' | 'vault' | 'outbound'>

/** Returns the client that the owner registered with a provider, or null. */
export async function findOauthClient(ctx: Access, provider: OauthProvider): Promise<OauthClient | null> {
  const row = await ctx.db
    .selectFrom('connection')
    .select(['user_name', 'service', 'sealed'])
    .where('kind', '=', provider)
    .executeTakeFirst()
  if (!row?.sealed) return null
  const { user_name: id, service: tenant } = row
  const addresses = addressesOf(provider, tenant, ctx.outbound.oauth)
  return { id, tenant, addresses, secret: openSealed(ctx.vault, connectionRow(provider), row.sealed) }
}

/** @throws {AppError} conflict */
export async function getClient(
  ctx: Access,
  provider: OauthProvider,
): Promise<{ client: OauthClient; secret: string }> {
  const client = await findOauthClient(ctx, provider)
  if (!client || client.secret === null)
    throw new AppError(
      'conflict',
      `An owner has to register a client of ${oauthProviders[provider].label} under Connections.`,
    )
  return { client, secret: client.secret }
}

/** @param standIn a server that stands in for both providers, in tests */
function addressesOf(provider: OauthProvider, tenant: string, standIn: string | null) {
  if (provider === 'google')
    return {
      authorize: `${standIn ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
      token: `${standIn ?? 'https://oauth2.googleapis.com'}/token`,
      revoke: `${standIn ?? 'https://oauth2.googleapis.com'}/revoke`,
      api: `${standIn ?? 'https://www.googleapis.com'}/calendar/v3`,
    }
  const login = `${standIn ?? 'https://login.microsoftonline.com'}/${tenant}/oauth2/v2.0`
  return {
    authorize: `${login}/authorize`,
    token: `${login}/token`,
    revoke: null,
    api: `${standIn ?? 'https://graph.microsoft.com'}/v1.0`,
  }
}

/** Returns the providers with whom members can connect their calendar, and the owner the mail. */
export async function listOauthClients(ctx: Pick<Ctx, 'db'>) {
  const rows = await ctx.db
    .selectFrom('connection')
    .select('kind')
    .where('kind', 'in', ['google', 'microsoft'])
    .orderBy('kind')
    .execute()
  return rows.flatMap(({ kind }) =>
    isOauthProvider(kind) ? [{ provider: kind, label: oauthProviders[kind].label }] : [],
  )
}
