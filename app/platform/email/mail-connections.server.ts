import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import type { SealedColumn } from '#app/platform/crypto/rotate-secret.server.ts'
import { SealBroken, type Vault } from '#app/platform/crypto/vault.server.ts'
import type { ConnectionTable } from '#app/platform/db/schema/system.ts'
import type { Env } from '#app/platform/env.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import { SETTINGS_TOPIC } from '#app/platform/settings/stored-setting.server.ts'
import { RESYNC, type Signals } from '#app/platform/signals/signals.server.ts'

import {
  createSmtpTransport,
  type ImapServer,
  type MailTransport,
  type NamedServer,
} from './mail-transport.server.ts'

/** The payload on `SETTINGS_TOPIC` when a connection was changed. */
export const CONNECTIONS_KEY = 'connections'

type Kind = Extract<ConnectionTable['kind'], 'outgoing' | 'incoming'>

const optionsSchema = z.object({ folder: z.string().default('INBOX') })

export const sealedConnections: SealedColumn = {
  table: 'connection',
  key: 'kind',
  column: 'sealed',
  rowOf: connectionRow,
}

export function connectionRow(kind: string): string {
  return `connection:${kind}`
}

/** `password` is null if it was sealed with another APP_SECRET. */
export async function findConnection(ctx: Pick<Ctx, 'db'>, vault: Vault, kind: Kind) {
  const row = await ctx.db.selectFrom('connection').selectAll().where('kind', '=', kind).executeTakeFirst()
  if (!row) return null
  const { service, host, port, user_name: user, sealed, sender, changed_at: changedAt } = row
  const { folder } = optionsSchema.parse(JSON.parse(row.options))
  const password = openSealed(vault, kind, sealed)
  return { service, host, port, user, password, sender, folder, changedAt }
}

function openSealed(vault: Vault, kind: Kind, sealed: string | null): string | null {
  if (sealed === null) return ''
  try {
    return vault.open(connectionRow(kind), sealed)
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

/** Returns the From that the owner chose for all mails, or '' for the site's own. */
export async function findSender(ctx: Pick<Ctx, 'db'>): Promise<string> {
  const row = await ctx.db
    .selectFrom('connection')
    .select('sender')
    .where('kind', '=', 'outgoing')
    .executeTakeFirst()
  return row ? row.sender : ''
}

type Stored = { outgoing: NamedServer | null; incoming: ImapServer | null }

type Parts = { signals: Signals; vault: Vault; log: Log }

export type MailConnections = Pick<Ctx, 'mail' | 'imap'> & { close(): void }

/**
 * Returns the mail servers of the environment, or else those that the owner connected. These are cached until any
 * instance changes them; while the database is unreachable, the last known ones are used.
 */
export function createMailConnections(env: Env, { signals, vault, log }: Parts): MailConnections {
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
    return {
      outgoing: out ? namedServerOf(out, loopback) : null,
      incoming: into ? imapServerOf(into, loopback) : null,
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
export type TypedServer = Omit<NamedServer, 'loopback'> & { folder: string }

export function namedServerOf({ host, port, user, password }: TypedServer, loopback: boolean): NamedServer {
  return { host, port, user, password, loopback }
}

export function imapServerOf(
  { host, port, user, password, folder }: TypedServer,
  loopback: boolean,
): ImapServer {
  return { host, port, user, password, folder, isEncrypted: port === 993, named: { loopback } }
}
