import { setTimeout as sleep } from 'node:timers/promises'

import type { FetchMessageObject, ImapFlow } from 'imapflow'

import { HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { mailboxId } from '#app/platform/email/mailbox-health.server.ts'
import { faultOf, sayFault, sayRefusedAccess } from '#app/platform/email/classify-mail-error.ts'
import { CONNECTIONS_KEY } from '#app/platform/email/mail-connections.server.ts'
import type { ImapServer } from '#app/platform/email/mail-transport.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { SETTINGS_TOPIC } from '#app/platform/settings/stored-setting.server.ts'
import { RESYNC } from '#app/platform/signals/signals.server.ts'

import { createImapClient } from './imap-client.server.ts'
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

type Reading = Omit<Place, 'uid'> & { client: ImapFlow; signal: AbortSignal }
type Held = Pick<Reading, 'box' | 'holder' | 'signal'> & { isRefused: boolean }

/** How often a process tries to take the mailbox, and the longest pause after failures. */
const TRY_EVERY = 10 * SECOND
const LONGEST_PAUSE = 5 * MINUTE
const UNTIL_CHANGED = HOUR

/** Reads the mailbox while this process holds the lease, and reconnects whenever the connection is lost. */
export function keepReading(ctx: Ctx): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const done = readUntil(ctx, stopped.signal)
  return {
    async stop() {
      stopped.abort()
      await done
    },
  }
}

/** Begins anew whenever the owner connects another mailbox, on any instance. */
async function readUntil(ctx: Ctx, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const changed = new AbortController()
    const imap = await ctx.imap(ctx)
    const look = async () => {
      if (JSON.stringify(await ctx.imap(ctx)) !== JSON.stringify(imap)) changed.abort()
    }
    const ends = [SETTINGS_TOPIC, RESYNC].map((topic) =>
      ctx.signals.subscribe(topic, (key) => {
        if (topic === RESYNC || key === CONNECTIONS_KEY) void look()
      }),
    )
    // It may have changed before the subscription.
    await look()
    const signal = AbortSignal.any([stopped, changed.signal])
    if (imap) await readOne(ctx, imap, signal)
    else await sleep(UNTIL_CHANGED, undefined, { signal }).catch(() => {})
    for (const end of ends) end()
  }
}

async function readOne(ctx: Ctx, imap: ImapServer, signal: AbortSignal): Promise<void> {
  const [box, holder] = [mailboxId(imap), newId()]
  let failures = 0
  let isRefused = false
  while (!signal.aborted) {
    try {
      if (await takeMailbox(ctx, box, holder))
        await readWhileHeld(ctx, imap, { box, holder, signal, isRefused })
      failures = 0
      isRefused = false
    } catch (error) {
      const mayRenew = !isRefused && imap.named?.access && faultOf(error) === 'password'
      isRefused = faultOf(error) === 'password'
      // Signs in again at once, with a renewed token.
      if (mayRenew) continue
      failures += 1
      ctx.log.warn({ error }, 'mailbox.failed')
      await noteFailure(ctx, box, reasonOf(error, imap)).catch((cause: unknown) =>
        ctx.log.error({ error: cause }, 'mailbox.failure_not_noted'),
      )
    }
    const pause = Math.min(TRY_EVERY * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE)
    await sleep(pause, undefined, { signal }).catch(() => {})
  }
}

async function readWhileHeld(
  ctx: Ctx,
  imap: ImapServer,
  { box, holder, signal, isRefused }: Held,
): Promise<void> {
  const client = await createImapClient(imap, isRefused)
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

function reasonOf(error: unknown, { host, port, named }: ImapServer): string {
  if (error instanceof AppError) return error.message
  const fault = faultOf(error)
  const reply = 'The connection to the mailbox failed. It will be tried again.'
  if (fault === 'password' && named?.access) return sayRefusedAccess(host)
  return fault === 'other' ? reply : sayFault(fault, { host, port, reply })
}
