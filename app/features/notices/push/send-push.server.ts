import { createHash } from 'node:crypto'

import { HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Described } from '../described.ts'
import { postOutward } from '../post-outward.server.ts'

import { encryptPush } from './encrypt.server.ts'
import { findRecipients, type Recipient } from './subscriptions.server.ts'
import { obtainVapidKey, type VapidKey, vapidHeader } from './vapid.server.ts'

/** In characters. Together they stay below the size limit of a push message in any script. */
const LONGEST_TITLE = 120
const LONGEST_TEXT = 300
/** How long a push service keeps an undelivered message. */
const KEPT_SECONDS = (12 * HOUR) / SECOND
const LONGEST_PAUSE = HOUR

/** Thrown when every device's push service asked for a pause. The message may be shown. */
export class PushPaused extends Error {
  override name = 'PushPaused'
  readonly until: number

  constructor(until: number, message: string) {
    super(message)
    this.until = until
  }
}

type Push = Pick<Described, 'title' | 'text' | 'path'> & { id: string; memberId: string; isUrgent: boolean }

/** Sends to all of a member's devices and returns how many accepted, or null if there are none. @throws {PushPaused} */
export async function sendPush(ctx: Ctx, push: Push, signal: AbortSignal): Promise<number | null> {
  const recipients = await findRecipients(ctx, push.memberId)
  if (recipients.length === 0) return null
  const sending = { push, key: await obtainVapidKey(ctx), site: await ctx.site(ctx), signal }
  const outcomes = await Promise.allSettled(recipients.map((recipient) => sendTo(ctx, recipient, sending)))
  signal.throwIfAborted()
  const taken = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === 'taken')
  if (taken.length > 0) return taken.length
  const faults = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  if (faults.length === 0) return null
  const paused = faults.filter((fault) => fault instanceof PushPaused)
  if (paused.length < faults.length) throw faults.find((fault) => !(fault instanceof PushPaused))
  throw paused.reduce((first, next) => (next.until < first.until ? next : first))
}

type Sending = {
  push: Push
  key: VapidKey
  site: Awaited<ReturnType<Ctx['site']>>
  signal: AbortSignal
}

async function sendTo(
  ctx: Ctx,
  recipient: Recipient,
  { push, key, site, signal }: Sending,
): Promise<'taken' | 'gone'> {
  const { id, endpoint, pausedUntil } = recipient
  const now = ctx.clock.now()
  if (pausedUntil !== null && pausedUntil > now) throw newPause(pausedUntil)
  const topic = createHash('sha256').update(push.id).digest('base64url').slice(0, 32)
  const message = {
    title: cut(push.title, LONGEST_TITLE),
    text: cut(push.text, LONGEST_TEXT),
    path: push.path,
    icon: site.look.icons.small,
    tag: topic,
  }
  const contact = site.contactEmail ? `mailto:${site.contactEmail}` : site.publicUrl
  const { status, headers } = await postOutward(
    ctx,
    endpoint,
    {
      body: Buffer.from(encryptPush(Buffer.from(JSON.stringify(message)), recipient)),
      headers: {
        authorization: vapidHeader(key, { endpoint, now, contact }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(KEPT_SECONDS),
        topic,
        urgency: push.isUrgent ? 'high' : 'normal',
      },
    },
    signal,
  )
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) {
    await ctx.db.deleteFrom('push_subscription').where('id', '=', id).execute()
    return 'gone'
  }
  if (status === 429 || status === 503) {
    const until = now + pauseOf(headers.get('retry-after'), now)
    await ctx.db.updateTable('push_subscription').set({ paused_until: until }).where('id', '=', id).execute()
    throw newPause(until)
  }
  throw new Error(`The push service answered ${status}.`)
}

function newPause(until: number): PushPaused {
  return new PushPaused(until, 'The push service asks us to wait.')
}

/** Parses Retry-After, seconds or a date (RFC 9110, section 10.2.3), limited to between a second and an hour. */
function pauseOf(header: string | null, now: number): number {
  const asked =
    header === null ? Number.NaN : /^\d+$/.test(header) ? Number(header) * SECOND : Date.parse(header) - now
  return Number.isNaN(asked) ? MINUTE : Math.min(Math.max(asked, SECOND), LONGEST_PAUSE)
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
}
