import { withProof } from '#app/features/auth/prove-owner.server.ts'
import { isTwoFactorOn } from '#app/features/auth/two-factor/second-factor.server.ts'
import { changedFields, changedValues, recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { connectionRow } from '#app/platform/crypto/sealed-rows.server.ts'
import {
  CONNECTIONS_KEY,
  findConnection,
  type TypedServer,
} from '#app/platform/email/mail-connections.server.ts'
import { endOutage, findOutage } from '#app/platform/email/mail-outage.server.ts'
import { findMailboxHealth } from '#app/platform/email/mailbox-health.server.ts'
import { mailbox, starterSite } from '#app/platform/env.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { checkedUrl } from '#app/platform/http/guarded-fetch.server.ts'
import { isLoopbackAddress } from '#app/platform/ip-addresses.ts'
import type { OauthProvider } from '#app/platform/oauth/oauth-clients.server.ts'
import { revokeLater } from '#app/platform/oauth/revoke-access.job.server.ts'
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
    isFromDemo: site.mailFrom.includes(starterSite.contactEmail),
    asksCode: await isTwoFactorOn(ctx, memberId),
  }
}

export type ShownConnections = Awaited<ReturnType<typeof readConnections>>

async function shownConnection(ctx: Ctx, kind: ConnectionKind) {
  const found = await findConnection(ctx, ctx.vault, kind)
  if (!found) return null
  const { password, sealed: _, ...shown } = found
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
  const typed = await parseConnection(ctx, kind, fields)
  await prove(ctx, fields, (ctx) => storeConnection(ctx, kind, { ...typed, memberId }))
}

type NewConnection = Typed & {
  memberId: string
  /** JSON of new tokens; without them, those that are stored stay. */
  tokens?: string
}

/** Stores a connection within the caller's transaction, and records it without its secret. */
export async function storeConnection(
  ctx: Ctx,
  kind: ConnectionKind,
  { password, tokens, memberId, ...typed }: NewConnection,
): Promise<void> {
  const stored = await findConnection(ctx, ctx.vault, kind)
  const { service, host, port, user, sender, folder, oauth } = typed
  const secret = tokens ?? password
  const keepsTokens = oauth !== null && tokens === undefined
  const row = {
    service,
    host,
    port,
    user_name: user,
    ...(!keepsTokens && { sealed: secret === '' ? null : ctx.vault.seal(connectionRow(kind), secret) }),
    sender,
    options: JSON.stringify({ folder, oauth }),
    changed_at: ctx.clock.now(),
    changed_by: memberId,
  }
  await ctx.db
    .insertInto('connection')
    .values({ kind, sealed: null, ...row })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
    .execute()
  if (stored && !keepsTokens) await revoke(ctx, kind, stored)
  await announce(ctx, kind)
  const before = stored ? shownValues(stored) : emptyValues
  const after = shownValues(typed)
  const secretField = tokens === undefined ? (stored?.password === password ? [] : ['password']) : ['access']
  await recordChange(ctx, {
    what: kind === 'outgoing' ? 'settings.outgoing_mail' : 'settings.incoming_mail',
    subject: { id: kind, path: '/admin/connections' },
    fields: [...changedFields(before, after), ...secretField],
    values: changedValues(before, after, Object.keys(after)),
  })
}

async function revoke(
  ctx: Ctx,
  kind: ConnectionKind,
  { oauth, sealed }: { oauth: OauthProvider | null; sealed: string | null },
): Promise<void> {
  await revokeLater(ctx, { provider: oauth, row: connectionRow(kind), sealed })
}

const emptyValues = { service: '', host: '', port: null, user: '', from: '', folder: '' }

function shownValues({ service, host, port, user, sender, folder }: Omit<Typed, 'password' | 'oauth'>) {
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
    await revoke(ctx, kind, stored)
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
  // Mails that wait for the former server are tried at once.
  if (kind === 'outgoing' && (await findOutage(ctx))) await endOutage(ctx)
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

type Typed = TypedServer & { service: string; sender: string; oauth: OauthProvider | null }

const safePorts = {
  outgoing: { first: 587, all: new Set([25, 465, 587, 2465, 2525, 2587]), text: '465 or 587' },
  incoming: { first: 993, all: new Set([143, 993]), text: '993 or 143' },
}

/**
 * Reads the fields of a form. An empty host or port becomes that of the chosen service, and an empty password the stored
 * one. Of a connection that signs in with a provider, only the sender and the folder are read.
 * @throws {FieldErrors}
 */
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
  const { sender, folder, faults } = parseRest(fields)
  if (stored?.oauth) {
    if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
    return { ...stored, password: '', sender, folder }
  }
  const user = text('user')
  const typed = fields.password || ''
  const isHere = ctx.outbound.loopback && (host === 'localhost' || isLoopbackAddress(host))
  const isStored = stored !== null && stored.host === host && stored.user === user
  const password = typed === '' && isStored ? stored.password : typed
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
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  return {
    service,
    host,
    port,
    user,
    password: password === null ? '' : password,
    sender,
    folder,
    oauth: null,
  }
}

/** Reads the fields that every connection has. */
export function parseRest(fields: ConnectionFields) {
  const [sender, folder] = [(fields.sender || '').trim(), (fields.folder || '').trim() || 'INBOX']
  const faults: Record<string, string> = {}
  if (sender !== '' && !mailbox.safeParse(sender).success)
    faults['sender'] = 'Please enter one e-mail address, with or without a name before it.'
  if (folder.length > 200 || hasControls(folder)) faults['folder'] = 'Please enter the name of a folder.'
  return { sender, folder, faults }
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
