import { setTimeout as sleep } from 'node:timers/promises'

import { type FetchMessageObject, ImapFlow } from 'imapflow'

import { MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { mailboxId } from '#app/platform/email/mailbox-health.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'

import {
  LEASE,
  noteFailure,
  type Place,
  releaseMailbox,
  startReading,
  takeMailbox,
} from './mailbox-state.server.ts'
import { MAX_MAIL_BYTES } from './read-inbound.ts'
import { type Fetched, receiveMail } from './receive-mail.server.ts'

type Imap = NonNullable<Ctx['imap']>
type Reading = Omit<Place, 'uid'> & { client: ImapFlow; signal: AbortSignal }

/** How often a process tries to take the mailbox, and the longest pause after failures. */
const TRY_EVERY = 10 * SECOND
const LONGEST_PAUSE = 5 * MINUTE
/** Servers and firewalls drop silent connections. Without IDLE, this is also the polling interval. */
const IDLE_FOR = MINUTE

/** Reads the mailbox while this process holds the lease, and reconnects whenever the connection is lost. */
export function keepReading(ctx: Ctx): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const done = ctx.imap ? readUntil(ctx, ctx.imap, stopped.signal) : Promise.resolve()
  return {
    async stop() {
      stopped.abort()
      await done
    },
  }
}

async function readUntil(ctx: Ctx, imap: Imap, signal: AbortSignal): Promise<void> {
  const [box, holder] = [mailboxId(imap), newId()]
  let failures = 0
  while (!signal.aborted) {
    try {
      if (await takeMailbox(ctx, box, holder)) await readWhileHeld(ctx, imap, { box, holder, signal })
      failures = 0
    } catch (error) {
      failures += 1
      ctx.log.warn({ error }, 'mailbox.failed')
      await noteFailure(ctx, box, plainReason(error)).catch((cause: unknown) =>
        ctx.log.error({ error: cause }, 'mailbox.failure_not_noted'),
      )
    }
    const pause = Math.min(TRY_EVERY * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE)
    await sleep(pause, undefined, { signal }).catch(() => {})
  }
}

async function readWhileHeld(
  ctx: Ctx,
  imap: Imap,
  { box, holder, signal }: Pick<Reading, 'box' | 'holder' | 'signal'>,
): Promise<void> {
  const client = new ImapFlow({
    host: imap.host,
    port: imap.port ?? (imap.isEncrypted ? 993 : 143),
    secure: imap.isEncrypted,
    auth: { user: imap.user, pass: imap.password },
    logger: false,
    autoIdleDelay: SECOND,
    maxIdleTime: IDLE_FOR,
    maxLiteralSize: MAX_MAIL_BYTES + 1024 * 1024,
  })
  let failure: unknown = null
  client.on('error', (error) => (failure ??= error))
  const close = () => client.close()
  signal.addEventListener('abort', close, { once: true })
  const renewing = setInterval(() => void renew(ctx, { box, holder }).catch(close), LEASE / 3)
  try {
    await client.connect()
    // Read-only, because it is the owner's mailbox: no mail may be marked as seen.
    const { uidValidity } = await client.mailboxOpen(imap.folder, { readOnly: true })
    await follow(ctx, { client, signal, box, holder, uidValidity: String(uidValidity) })
    if (!signal.aborted) throw failure ?? new Error('The server closed the connection.')
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    clearInterval(renewing)
    signal.removeEventListener('abort', close)
    client.close()
    await releaseMailbox(ctx, box, holder)
  }
}

async function renew(ctx: Ctx, { box, holder }: Pick<Place, 'box' | 'holder'>): Promise<void> {
  if (!(await takeMailbox(ctx, box, holder)))
    throw new AppError('conflict', 'Another process is reading the mailbox.')
}

async function follow(ctx: Ctx, reading: Reading): Promise<void> {
  const { client } = reading
  let { lastUid, since } = await startReading(ctx, reading)
  let hasNew = true
  let wake = () => {}
  const onChange = () => {
    hasNew = true
    wake()
  }
  client.on('exists', onChange)
  client.on('close', () => wake())
  while (client.usable) {
    if (hasNew) {
      hasNew = false
      for (const uid of await newerThan(client, lastUid, since)) {
        await receive(ctx, reading, uid)
        lastUid = uid
      }
    }
    if (hasNew || !client.usable) continue
    await new Promise<void>((resolve) => (wake = resolve))
  }
}

/** In ascending order. A range up to * also returns the last mail if it is older, so older ones are filtered out. */
async function newerThan(client: ImapFlow, lastUid: number, since: number): Promise<number[]> {
  const found = await client.search({ uid: `${lastUid + 1}:*`, since: new Date(since) }, { uid: true })
  if (!found) throw new Error('The server did not search the mailbox.')
  return found.filter((uid) => uid > lastUid).toSorted((one, other) => one - other)
}

async function receive(ctx: Ctx, { client, signal, ...place }: Reading, uid: number): Promise<void> {
  const fetched = await fetchMail(client, uid)
  // It was deleted in the meantime.
  if (!fetched) return
  while (!signal.aborted) {
    try {
      await receiveMail(ctx, fetched, { ...place, uid })
      return
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error
      await sleep(SECOND, undefined, { signal }).catch(() => {})
    }
  }
}

async function fetchMail(client: ImapFlow, uid: number): Promise<Fetched | null> {
  const ask = (query: { size?: true; internalDate?: true; source?: true; headers?: true }) =>
    client.fetchOne(String(uid), { uid: true, ...query }, { uid: true })
  const head = await ask({ size: true, internalDate: true })
  if (!head) return null
  const isTooLarge = (head.size ?? Infinity) > MAX_MAIL_BYTES
  const mail: FetchMessageObject | false = await ask(isTooLarge ? { headers: true } : { source: true })
  const bytes = mail && (isTooLarge ? mail.headers : mail.source)
  if (!bytes) return null
  return { bytes: new Uint8Array(bytes), isTooLarge, receivedAt: timeOf(head.internalDate) }
}

function timeOf(date: Date | string | undefined): number {
  const time = new Date(date ?? Number.NaN).getTime()
  return Number.isNaN(time) ? Date.now() : time
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The server named in IMAP_URL does not exist.',
  EAI_AGAIN: 'The server named in IMAP_URL cannot be looked up at the moment.',
  ECONNREFUSED: 'The server in IMAP_URL accepts no connections on that port.',
  ETIMEDOUT: 'The mail server does not answer.',
  ECONNRESET: 'The mail server closed the connection.',
  EHOSTUNREACH: 'The mail server cannot be reached.',
  ENETUNREACH: 'The mail server cannot be reached.',
}

function plainReason(error: unknown): string {
  const { code, authenticationFailed, mailboxMissing } = (error ?? {}) as Record<string, unknown>
  if (authenticationFailed === true) return 'The mail server refused the user or the password in IMAP_URL.'
  if (mailboxMissing === true) return 'The mail server does not have the folder named in IMAP_URL.'
  const name = typeof code === 'string' ? code : ''
  if (name.includes('CERT') || name.startsWith('ERR_TLS') || name === 'DEPTH_ZERO_SELF_SIGNED_CERT')
    return 'The certificate of the mail server is not valid.'
  return reasons[name] ?? 'The connection to the mailbox failed. It will be tried again.'
}
