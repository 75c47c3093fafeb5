import { createImapClient } from '#app/features/mailbox/imap-client.server.ts'
import { MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { faultOf, sayFault, sayRefusedAccess } from '#app/platform/email/classify-mail-error.ts'
import {
  imapServerOf,
  mailAccess,
  mailFromOf,
  namedServerOf,
  noSender,
  type Sender,
} from '#app/platform/email/mail-connections.server.ts'
import { noteOutage, tryMailServerNow } from '#app/platform/email/mail-outage.server.ts'
import {
  createSmtpTransport,
  type ImapServer,
  type MailTransport,
} from '#app/platform/email/mail-transport.server.ts'
import { renderEmail } from '#app/platform/email/render-email.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import type { OauthProvider } from '#app/platform/oauth/oauth-clients.server.ts'
import { countAgainst, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { type ConnectionFields, parseConnection, requireOwnSession } from './change-connections.server.ts'
import type { ConnectionKind } from './presets.ts'
import { testEmail } from './test.email.tsx'

const PATIENCE = 20 * SECOND
const perMember: ThrottleRule = { name: 'try-connection', limit: 30, windowMs: 10 * MINUTE }

export type Tried = { works: boolean; said: string; isDown?: boolean }

/**
 * Sends a test mail, or opens the mailbox, with the fields of the form and stores nothing. If no server is entered, the
 * connection in use is tried. `said` is a sentence that says whether it works, and if not, why.
 * @throws {FieldErrors} @throws {AppError} too-many
 */
export async function tryConnection(
  ctx: Ctx,
  kind: ConnectionKind,
  fields: ConnectionFields,
): Promise<Tried> {
  const { memberId } = requireOwnSession(ctx)
  await countAgainst(ctx, perMember, memberId)
  const isTyped = Boolean(fields.host?.trim() || (fields.service && fields.service !== 'other'))
  return kind === 'outgoing' ? trySending(ctx, isTyped, fields) : tryReading(ctx, isTyped, fields)
}

/** Tries what was just saved. Mails wait for a server that takes none. */
export async function trySaved(ctx: Ctx, kind: ConnectionKind, fields: ConnectionFields): Promise<Tried> {
  if (kind === 'incoming') return tryReading(ctx, true, fields)
  const tried = await trySending(ctx, true, fields)
  if (tried.isDown && !(await ctx.mail(ctx))?.isVariable) await noteOutage(ctx, tried.said, 'send')
  return tried
}

async function trySending(ctx: Ctx, isTyped: boolean, fields: ConnectionFields): Promise<Tried> {
  const used = isTyped ? null : await ctx.mail(ctx)
  if (used?.isVariable) {
    const tried = await sendTestEmail(ctx, used, { ...noSender, port: null })
    // The server should now accept the queued mails too.
    if (tried.works) await tryMailServerNow(ctx)
    return tried
  }
  const typed = await parseConnection(ctx, 'outgoing', fields)
  const access = accessOf(ctx, 'outgoing', typed)
  const transport = createSmtpTransport(namedServerOf(typed, ctx.outbound.loopback, access))
  try {
    return await sendTestEmail(ctx, transport, typed)
  } finally {
    transport.close()
  }
}

async function sendTestEmail(
  ctx: Ctx,
  transport: MailTransport,
  { port, ...typed }: Sender & { port: number | null },
): Promise<Tried> {
  const { email } = requireOwnSession(ctx)
  const site = await ctx.site(ctx)
  const mail = {
    messageId: `<${newId()}@${new URL(site.publicUrl).hostname}>`,
    from:
      typed.sender ||
      (site.mailFrom === mailFromOf(site, noSender) ? mailFromOf(site, typed) : site.mailFrom),
    to: [email],
    subject: testEmail.subject({}, site),
    ...(await renderEmail(testEmail, {}, site)),
  }
  const late = AbortSignal.timeout(PATIENCE)
  const outcome = await transport.send(mail, late).catch((error: unknown) => {
    if (late.aborted) return { kind: 'unavailable' as const, fault: 'silent' as const, reason: '' }
    throw error
  })
  if (outcome.kind === 'sent') return { works: true, said: `A test mail is on its way to ${email}.` }
  const isDown = outcome.kind === 'unavailable'
  return { ...failed(outcome.fault, { host: transport.host, port, reply: outcome.reason }), isDown }
}

async function tryReading(ctx: Ctx, isTyped: boolean, fields: ConnectionFields): Promise<Tried> {
  const used = isTyped ? null : await ctx.imap(ctx)
  if (used && used.named === null) return openMailbox(used)
  const typed = await parseConnection(ctx, 'incoming', fields)
  return openMailbox(imapServerOf(typed, ctx.outbound.loopback, accessOf(ctx, 'incoming', typed)))
}

function accessOf(ctx: Ctx, kind: ConnectionKind, { oauth }: { oauth: OauthProvider | null }) {
  return oauth === null ? null : mailAccess(ctx, kind, { provider: oauth, since: 0 })
}

async function openMailbox(server: ImapServer, isRefused = false): Promise<Tried> {
  const { host, port, folder } = server
  const late = AbortSignal.timeout(PATIENCE)
  let close = () => {}
  try {
    const client = await createImapClient(server, isRefused)
    close = () => client.close()
    // Errors after the failure of `connect` have no other listener.
    client.on('error', () => {})
    late.addEventListener('abort', close, { once: true })
    await client.connect()
    const { exists } = await client.mailboxOpen(folder, { readOnly: true })
    const mails = exists === 1 ? '1 mail' : `${exists} mails`
    return { works: true, said: `${folder} on ${host} can be read; it holds ${mails}.` }
  } catch (error) {
    const fault = late.aborted ? 'silent' : faultOf(error)
    if (error instanceof AppError) return { works: false, said: error.message }
    if (fault === 'password' && server.named?.access)
      return isRefused ? { works: false, said: sayRefusedAccess(host) } : openMailbox(server, true)
    return failed(fault, { host, port, reply: error instanceof Error ? error.message : String(error) })
  } finally {
    close()
  }
}

function failed(...about: Parameters<typeof sayFault>): Tried {
  return { works: false, said: sayFault(...about) }
}
