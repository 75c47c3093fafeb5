import { z } from 'zod'

import { isEmailAddress } from '#app/lib/email-address.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { SealedColumn } from '#app/platform/crypto/rotate-secret.server.ts'
import { connectionRow, openSealed } from '#app/platform/crypto/sealed-rows.server.ts'
import type { Vault } from '#app/platform/crypto/vault.server.ts'
import type { ConnectionTable } from '#app/platform/db/schema/system.ts'
import { type Env, starterSite } from '#app/platform/env.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import type { OauthProvider } from '#app/platform/oauth/oauth-clients.server.ts'
import { currentTokens, type TokenCtx } from '#app/platform/oauth/oauth-tokens.server.ts'
import { SETTINGS_TOPIC } from '#app/platform/settings/stored-setting.server.ts'
import { RESYNC, type Signals } from '#app/platform/signals/signals.server.ts'

import {
  createSmtpTransport,
  type ImapServer,
  type MailAccess,
  type MailTransport,
  type NamedServer,
} from './mail-transport.server.ts'

/** The payload on `SETTINGS_TOPIC` when a connection was changed. */
export const CONNECTIONS_KEY = 'connections'

type Kind = Extract<ConnectionTable['kind'], 'outgoing' | 'incoming'>

const optionsSchema = z.object({
  folder: z.string().default('INBOX'),
  /** The provider that it signs in with; then tokens are sealed instead of a password. */
  oauth: z.enum(['google', 'microsoft']).nullable().default(null),
})

export const sealedConnections: SealedColumn = {
  table: 'connection',
  key: 'kind',
  column: 'sealed',
  rowOf: connectionRow,
}

/** `password` is null if it, or what stands for it, was sealed with another APP_SECRET. */
export async function findConnection(ctx: Pick<Ctx, 'db'>, vault: Vault, kind: Kind) {
  const row = await ctx.db.selectFrom('connection').selectAll().where('kind', '=', kind).executeTakeFirst()
  if (!row) return null
  const { service, host, port, user_name: user, sealed, sender, changed_at: changedAt } = row
  const { folder, oauth } = optionsSchema.parse(JSON.parse(row.options))
  const opened = sealed === null ? '' : openSealed(vault, connectionRow(kind), sealed)
  const password = opened !== null && oauth !== null ? '' : opened
  return { service, host, port, user, password, sealed, sender, folder, oauth, changedAt }
}

export type Sender = { sender: string; user: string }

export const noSender: Sender = { sender: '', user: '' }

/** Returns the From address that the owner chose and the user name at the mail server, or empty strings. */
export async function findSender(ctx: Pick<Ctx, 'db'>): Promise<Sender> {
  const row = await ctx.db
    .selectFrom('connection')
    .select(['sender', 'user_name as user'])
    .where('kind', '=', 'outgoing')
    .executeTakeFirst()
  return row ?? noSender
}

/** The From of all mails. Nobody's server sends for the demo brand's address, which the user's replaces. */
export function mailFromOf(
  { siteName, contactEmail }: { siteName: string; contactEmail: string },
  { sender, user }: Sender,
): string {
  const isDemo = contactEmail === starterSite.contactEmail && isEmailAddress(user)
  return sender || `"${siteName.replaceAll(/["\\]/g, '')}" <${isDemo ? user : contactEmail}>`
}

type Stored = { outgoing: NamedServer | null; incoming: ImapServer | null }

type Parts = Pick<Ctx, 'db' | 'vault' | 'clock'> & { signals: Signals; log: Log }

export type MailConnections = Pick<Ctx, 'mail' | 'imap'> & { close(): void }

/**
 * Returns the mail servers of the environment, or else those that the owner connected. These are cached until any
 * instance changes them; while the database is unreachable, the last known ones are used.
 */
export function createMailConnections(env: Env, parts: Parts): MailConnections {
  const { signals, vault, log } = parts
  const fixed = env.mail && createSmtpTransport(env.mail.smtpUrl)
  const fixedImap: ImapServer | null = env.imap && { ...env.imap, named: null }
  const { loopback } = env.outbound
  let known: Stored = { outgoing: null, incoming: null }
  let reading: Promise<Stored> | null = null
  let current: Stored | null = null
  let opened: { server: string; transport: MailTransport } | null = null
  const forget = () => {
    reading = null
    current = null
  }
  signals.subscribe(RESYNC, forget)
  signals.subscribe(SETTINGS_TOPIC, (key) => {
    if (key === CONNECTIONS_KEY) forget()
  })

  async function find(ctx: Pick<Ctx, 'db'>): Promise<Stored> {
    const [out, into] = await Promise.all(
      (['outgoing', 'incoming'] as const).map(async (kind) => {
        const found = await findConnection(ctx, vault, kind)
        if (found?.password === null) log.error({ kind }, 'connection.password_unreadable')
        return found && found.password !== null ? { ...found, password: found.password } : null
      }),
    )
    const tokens = { ...parts, outbound: env.outbound }
    const accessOf = (kind: Kind, found: { oauth: OauthProvider | null; changedAt: number }) =>
      found.oauth === null
        ? null
        : mailAccess(tokens, kind, { provider: found.oauth, since: found.changedAt })
    return {
      outgoing: out ? namedServerOf(out, loopback, accessOf('outgoing', out)) : null,
      incoming: into ? imapServerOf(into, loopback, accessOf('incoming', into)) : null,
    }
  }

  async function read(ctx: Pick<Ctx, 'db'>): Promise<Stored> {
    // A transaction must not wait for a shared read: on a single connection, that read waits for the transaction.
    const mine = ctx.db.isTransaction ? null : (reading ??= find(ctx))
    try {
      if (mine === null) return current ?? (await find(ctx))
      const found = await mine
      if (reading === mine) current = known = found
      return found
    } catch (error) {
      if (reading === mine) reading = null
      log.warn({ error }, 'connection.unreachable')
      return known
    }
  }

  return {
    async mail(ctx) {
      if (fixed) return fixed
      const { outgoing } = await read(ctx)
      const server = JSON.stringify(outgoing)
      if (opened?.server !== server) {
        opened?.transport.close()
        opened = outgoing && { server, transport: createSmtpTransport(outgoing) }
      }
      return opened?.transport ?? null
    },
    imap: async (ctx) => fixedImap ?? (await read(ctx)).incoming,
    close() {
      fixed?.close()
      opened?.transport.close()
    },
  }
}

/** What the owner typed, with the password. */
export type TypedServer = Omit<NamedServer, 'loopback' | 'access'> & { folder: string }

export function namedServerOf(
  { host, port, user, password }: TypedServer,
  loopback: boolean,
  access: MailAccess | null = null,
): NamedServer {
  return { host, port, user, password, loopback, access }
}

export function imapServerOf(
  { host, port, user, password, folder }: TypedServer,
  loopback: boolean,
  access: MailAccess | null = null,
): ImapServer {
  return { host, port, user, password, folder, isEncrypted: port === 993, named: { loopback, access } }
}

/** Returns what signs in with the tokens of a connection, which are read whenever a server is connected to. */
export function mailAccess(
  ctx: TokenCtx,
  kind: Kind,
  { provider, since }: Pick<MailAccess, 'provider' | 'since'>,
): MailAccess {
  const place = {
    provider,
    row: connectionRow(kind),
    again: 'Please sign in again under Connections.',
    async read() {
      const row = await ctx.db
        .selectFrom('connection')
        .select('sealed')
        .where('kind', '=', kind)
        .executeTakeFirst()
      return row ? row.sealed : null
    },
    async store(sealed: string, former: string) {
      await ctx.db
        .updateTable('connection')
        .set({ sealed })
        .where('kind', '=', kind)
        .where('sealed', '=', former)
        .execute()
    },
  }
  let last = ''
  return {
    provider,
    since,
    async token(isRefused) {
      const { accessToken } = await currentTokens(ctx, place, isRefused ? { refused: last } : {})
      last = accessToken
      return accessToken
    },
  }
}
