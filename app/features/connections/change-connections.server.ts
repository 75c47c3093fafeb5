import { withProof } from '#app/features/auth/prove-owner.server.ts'
import { isTwoFactorOn } from '#app/features/auth/two-factor/second-factor.server.ts'
import { changedFields, changedValues, recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import {
  CONNECTIONS_KEY,
  connectionRow,
  findConnection,
  type TypedServer,
} from '#app/platform/email/mail-connections.server.ts'
import { findOutage, tryMailServerNow } from '#app/platform/email/mail-outage.server.ts'
import { findMailboxHealth } from '#app/platform/email/mailbox-health.server.ts'
import { mailbox } from '#app/platform/env.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { checkedUrl } from '#app/platform/http/guarded-fetch.server.ts'
import { isLoopbackAddress } from '#app/platform/ip-addresses.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { SETTINGS_TOPIC } from '#app/platform/settings/stored-setting.server.ts'

import { type ConnectionKind, OTHER, placeOf, servicesFor } from './presets.ts'

export type ConnectionFields = Readonly<
  Partial<
    Record<
      'service' | 'host' | 'port' | 'user' | 'password' | 'sender' | 'folder' | 'ownPassword' | 'code',
      string
    >
  >
>

/** What the page shows; never a password. */
export async function readConnections(ctx: Ctx) {
  const { memberId } = requireActor(ctx, 'settings.read')
  const [outgoing, incoming, server, imap, site] = await Promise.all([
    shownConnection(ctx, 'outgoing'),
    shownConnection(ctx, 'incoming'),
    ctx.mail(ctx),
    ctx.imap(ctx),
    ctx.site(ctx),
  ])
  return {
    outgoing,
    incoming,
    /** The hosts that variables name; these win over what is stored. */
    variables: {
      outgoing: server?.isVariable ? server.host : null,
      incoming: imap && imap.named === null ? imap.host : null,
    },
    isSending: server !== null,
    outage: server && (await findOutage(ctx)),
    mailbox: await findMailboxHealth(ctx),
    mailFrom: site.mailFrom,
    asksCode: await isTwoFactorOn(ctx, memberId),
  }
}

export type ShownConnections = Awaited<ReturnType<typeof readConnections>>

async function shownConnection(ctx: Ctx, kind: ConnectionKind) {
  const found = await findConnection(ctx, ctx.vault, kind)
  if (!found) return null
  const { password, ...shown } = found
  return { ...shown, hasPassword: password !== '', isUnreadable: password === null }
}

/**
 * Stores a connection, which takes effect on every instance at once. An empty password keeps the stored one.
 * @throws {FieldErrors} by field, also ownPassword and code for the owner's proof
 */
export async function saveConnection(
  ctx: Ctx,
  kind: ConnectionKind,
  fields: ConnectionFields,
): Promise<void> {
  const { memberId } = requireOwnSession(ctx)
  const { password, ...typed } = await parseConnection(ctx, kind, fields)
  await prove(ctx, fields, async (ctx) => {
    const stored = await findConnection(ctx, ctx.vault, kind)
    const { service, host, port, user, sender, folder } = typed
    const row = {
      service,
      host,
      port,
      user_name: user,
      sealed: password === '' ? null : ctx.vault.seal(connectionRow(kind), password),
      sender,
      options: JSON.stringify({ folder }),
      changed_at: ctx.clock.now(),
      changed_by: memberId,
    }
    await ctx.db
      .insertInto('connection')
      .values({ kind, ...row })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
      .execute()
    await announce(ctx, kind)
    const before = stored ? shownValues(stored) : emptyValues
    const after = shownValues(typed)
    await recordChange(ctx, {
      what: kind === 'outgoing' ? 'settings.outgoing_mail' : 'settings.incoming_mail',
      subject: { id: kind, path: '/admin/connections' },
      fields: [...changedFields(before, after), ...(stored?.password === password ? [] : ['password'])],
      values: changedValues(before, after, Object.keys(after)),
    })
  })
}

const emptyValues = { service: '', host: '', port: null, user: '', from: '', folder: '' }

function shownValues({ service, host, port, user, sender, folder }: Omit<Typed, 'password'>) {
  return { service, host, port, user, from: sender, folder }
}

/** @throws {AppError} not-found. @throws {FieldErrors} ownPassword, code */
export async function removeConnection(
  ctx: Ctx,
  kind: ConnectionKind,
  fields: ConnectionFields,
): Promise<void> {
  requireOwnSession(ctx)
  await prove(ctx, fields, async (ctx) => {
    const stored = await findConnection(ctx, ctx.vault, kind)
    if (!stored) throw new AppError('not-found', 'This connection has already been removed.')
    await ctx.db.deleteFrom('connection').where('kind', '=', kind).execute()
    await announce(ctx, kind)
    const before = shownValues(stored)
    await recordChange(ctx, {
      what: kind === 'outgoing' ? 'settings.outgoing_mail' : 'settings.incoming_mail',
      subject: { id: kind, path: '/admin/connections' },
      fields: changedFields(before, emptyValues),
      values: changedValues(before, emptyValues, Object.keys(before)),
    })
  })
}

async function announce(ctx: Ctx, kind: ConnectionKind): Promise<void> {
  await ctx.signals.publish(ctx, SETTINGS_TOPIC, CONNECTIONS_KEY)
  if (kind === 'outgoing') await tryMailServerNow(ctx)
}

/** Connections hold passwords, so neither tokens nor apps may change them, whatever they were given. */
export function requireOwnSession(ctx: Ctx) {
  const actor = requireActor(ctx, 'settings.write')
  if (actor.scopes !== undefined || actor.sessionId.includes(':'))
    throw new AppError('forbidden', 'Connections can only be changed by an owner who is signed in.')
  return actor
}

/** Runs `work` in a transaction once the owner has given their own password. @throws {FieldErrors} ownPassword, code */
export async function prove(
  ctx: Ctx,
  { ownPassword = '', code = '' }: Pick<ConnectionFields, 'ownPassword' | 'code'>,
  work: (ctx: Ctx) => Promise<void>,
): Promise<void> {
  if (ownPassword === '') throw new FieldErrors({ ownPassword: 'Please enter your password.' })
  try {
    await withProof(ctx, { password: ownPassword, code }, work)
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error
    const { password, ...others } = error.fields
    throw new FieldErrors({ ...others, ...(password !== undefined && { ownPassword: password }) })
  }
}

type Typed = TypedServer & { service: string; sender: string }

const safePorts = {
  outgoing: { first: 587, all: new Set([25, 465, 587, 2465, 2525, 2587]), text: '465 or 587' },
  incoming: { first: 993, all: new Set([143, 993]), text: '993 or 143' },
}

/** Returns what was typed, with the preset's host and port and the stored password for empty fields. @throws {FieldErrors} */
export async function parseConnection(
  ctx: Ctx,
  kind: ConnectionKind,
  fields: ConnectionFields,
): Promise<Typed> {
  const stored = await findConnection(ctx, ctx.vault, kind)
  const service = servicesFor(kind).find(({ id }) => id === fields.service)?.id ?? OTHER
  const preset = placeOf(kind, service)
  const text = (name: keyof ConnectionFields) => (fields[name] || '').trim()
  // Without script, choosing another service does not change the host field, which then still shows the former host.
  const isLeft = preset !== null && stored?.service !== service && stored?.host === text('host')
  const named = isLeft ? '' : text('host').toLowerCase()
  const host = named === '' && preset ? preset.host : named
  const ports = safePorts[kind]
  const port = text('port') === '' || isLeft ? (preset?.port ?? ports.first) : Number(text('port'))
  const [user, sender, folder] = [text('user'), text('sender'), text('folder') || 'INBOX']
  const typed = fields.password || ''
  const isHere = ctx.outbound.loopback && (host === 'localhost' || isLoopbackAddress(host))
  const isStored = stored !== null && stored.host === host && stored.user === user
  const password = typed === '' && isStored ? stored.password : typed
  const faults: Record<string, string> = {}
  if (host === '') faults['host'] = 'Please enter the name of the mail server.'
  else if (!mayBeAsked(host, ctx.outbound.loopback))
    faults['host'] = 'Please enter the public name of a mail server, such as mail.example.com.'
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    faults['port'] = 'Please enter a number, such as 465.'
  else if (!isHere && !ports.all.has(port))
    faults['port'] = `Please use port ${ports.text}, where mail is encrypted on its way.`
  if (user.length > 320 || hasControls(user)) faults['user'] = 'Please enter at most 320 characters.'
  else if (user === '' && (kind === 'incoming' || typed !== '')) faults['user'] = 'Please enter the user.'
  if (typed.length > 1000 || hasControls(typed))
    faults['password'] = 'Please enter the password in one line of at most 1,000 characters.'
  else if (user !== '' && !password)
    faults['password'] = stored?.password
      ? 'Please enter the password again: it is only sent to the server and user it was saved for.'
      : 'Please enter the password.'
  if (sender !== '' && !mailbox.safeParse(sender).success)
    faults['sender'] = 'Please enter one e-mail address, with or without a name before it.'
  if (folder.length > 200 || hasControls(folder)) faults['folder'] = 'Please enter the name of a folder.'
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  return { service, host, port, user, password: password === null ? '' : password, sender, folder }
}

function mayBeAsked(host: string, loopback: boolean): boolean {
  try {
    const { hostname } = checkedUrl(`http://${host}`, { loopback })
    const isInner = !hostname.includes('.') || /\.(local|localhost|internal)$/.test(hostname)
    return hostname === host && host.length <= 253 && (loopback || !isInner)
  } catch {
    return false
  }
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text)
}
