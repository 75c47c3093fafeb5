import type { Ctx } from './context.server.ts'
import { SealBroken } from './crypto/vault.server.ts'
import { connectionRow } from './email/mail-connections.server.ts'

export const oauthProviders = {
  google: {
    label: 'Google',
    scopes: [
      'openid',
      'email',
      'https://www.googleapis.com/auth/calendar.freebusy',
      'https://www.googleapis.com/auth/calendar.events.owned',
    ],
  },
  microsoft: {
    label: 'Microsoft 365',
    scopes: ['openid', 'email', 'offline_access', 'User.Read', 'Calendars.ReadWrite'],
  },
} as const

export type OauthProvider = keyof typeof oauthProviders

export function isOauthProvider(name: string | null): name is OauthProvider {
  return name !== null && Object.hasOwn(oauthProviders, name)
}

export type OauthClient = {
  id: string
  /** Null if it was sealed with another APP_SECRET. */
  secret: string | null
  tenant: string
  addresses: { authorize: string; token: string; api: string }
}

/** Returns the client that the owner registered with a provider, or null. */
export async function findOauthClient(
  ctx: Pick<Ctx, 'db' | 'vault' | 'outbound'>,
  provider: OauthProvider,
): Promise<OauthClient | null> {
  const row = await ctx.db
    .selectFrom('connection')
    .select(['user_name', 'service', 'sealed'])
    .where('kind', '=', provider)
    .executeTakeFirst()
  if (!row?.sealed) return null
  const { user_name: id, service: tenant } = row
  const addresses = addressesOf(provider, tenant, ctx.outbound.oauth)
  return { id, tenant, addresses, secret: openSecret(ctx, provider, row.sealed) }
}

function openSecret({ vault }: Pick<Ctx, 'vault'>, provider: OauthProvider, sealed: string): string | null {
  try {
    return vault.open(connectionRow(provider), sealed)
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

/** @param standIn a server that stands in for both providers, in tests */
function addressesOf(provider: OauthProvider, tenant: string, standIn: string | null) {
  if (provider === 'google')
    return {
      authorize: `${standIn ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
      token: `${standIn ?? 'https://oauth2.googleapis.com'}/token`,
      api: `${standIn ?? 'https://www.googleapis.com'}/calendar/v3`,
    }
  const login = `${standIn ?? 'https://login.microsoftonline.com'}/${tenant}/oauth2/v2.0`
  return {
    authorize: `${login}/authorize`,
    token: `${login}/token`,
    api: `${standIn ?? 'https://graph.microsoft.com'}/v1.0`,
  }
}

/** Returns the providers with whom members can connect their calendar. */
export async function listOnlineCalendars(ctx: Pick<Ctx, 'db'>) {
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
