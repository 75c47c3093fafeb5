import { type RawBuilder, sql } from 'kysely'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { checkedUrl } from '#app/platform/http/guarded-fetch.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { noticeKindNames, type NoticeKind, noticeKinds } from '#app/platform/notice-events.ts'
import { may } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { channels as senders } from './channels.server.ts'
import { describeNotice } from './describe-notice.server.ts'
import { listPushDevices } from './push/subscriptions.server.ts'
import { type ChannelName, channelNames, channelOrder, waits } from './preferences.ts'
import { readTried } from './send-notice.job.server.ts'
import {
  addressRow,
  findPreferences,
  openAddress,
  preferencesOf,
  type WebhookChannel,
} from './stored-preferences.server.ts'

const LISTED = 20
const LONGEST_URL = 500

/** Returns the member's preferences and newest notices. Webhook addresses are not shown again. */
export async function readOwnNotices(ctx: Ctx) {
  const { memberId, role } = requireActor(ctx, 'account.read')
  const stored = await findPreferences(ctx, memberId)
  const { timeZone } = await ctx.site(ctx)
  const kinds = noticeKindNames.filter((kind) => may(role, noticeKinds[kind].attend))
  return {
    preferences: preferencesOf(stored, timeZone),
    kinds,
    addresses: {
      slack: hostOf(openAddress(ctx, 'slack', stored)),
      discord: hostOf(openAddress(ctx, 'discord', stored)),
    },
    hasMail: (await ctx.mail(ctx)) !== null,
    devices: await listPushDevices(ctx),
    newest: await listNewest(ctx, memberId, kinds),
  }
}

export type OwnNotices = Awaited<ReturnType<typeof readOwnNotices>>

function hostOf(url: string | null): string | null {
  return url === null ? null : new URL(url).host
}

/** Notices are described as their records are now, so those from before a change of role need its permissions too. */
async function listNewest(ctx: Ctx, memberId: string, kinds: readonly NoticeKind[]) {
  const rows = await ctx.db
    .selectFrom('notice')
    .select(['id', 'kind', 'subject', 'tried', 'failure', 'created_at', 'seen_at'])
    .where('member_id', '=', memberId)
    .where('kind', 'in', kinds)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
  return Promise.all(
    rows.map(async ({ id, kind, subject, tried, failure, created_at: at, seen_at }) => ({
      id,
      kind,
      at,
      isSeen: seen_at !== null,
      failure,
      tried: readTried(tried),
      said: await describeNotice[kind](ctx, { subject, memberId }),
    })),
  )
}

type Typed = Readonly<Record<string, string>>

/** Fields: `<kind>.<channel>` is `on`; wait, quietFrom and quietTo (HH:MM), timeZone, slack, discord. @throws {FieldErrors} */
export async function saveOwnPreferences(ctx: Ctx, typed: Typed): Promise<void> {
  const { memberId, email, role } = requireActor(ctx, 'account.write')
  const channels = Object.fromEntries(
    noticeKindNames.map((kind) => [kind, may(role, noticeKinds[kind].attend) ? chosenOf(typed, kind) : []]),
  )
  const wait = waits.find((minutes) => String(minutes) === typed['wait'])
  if (wait === undefined) throw new FieldErrors({ wait: 'Please choose one of the times.' })
  const { timeZone } = typed
  if (
    timeZone === undefined ||
    (timeZone !== 'UTC' && !Intl.supportedValuesOf('timeZone').includes(timeZone))
  )
    throw new FieldErrors({ timeZone: 'Please choose a time zone from the list.' })
  const from = minutesOf(typed, 'quietFrom')
  const to = minutesOf(typed, 'quietTo')
  if ((from === null) !== (to === null))
    throw new FieldErrors({ [from === null ? 'quietFrom' : 'quietTo']: 'Please enter both times, or none.' })
  await withTransaction(ctx, async (ctx) => {
    const before = await findPreferences(ctx, memberId)
    const values = {
      channels: JSON.stringify(channels),
      wait_minutes: wait,
      quiet_from: from,
      quiet_to: to,
      time_zone: timeZone,
      slack_sealed: sealedOf(ctx, 'slack', typed, before?.slack_sealed),
      discord_sealed: sealedOf(ctx, 'discord', typed, before?.discord_sealed),
      updated_at: ctx.clock.now(),
    }
    await ctx.db
      .insertInto('notice_preference')
      .values({ member_id: memberId, ...values })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
      .execute()
    await recordChange(ctx, {
      what: 'member.notifications_changed',
      subject: { id: memberId, title: email, path: '/admin/account/notifications' },
    })
  })
}

function chosenOf(typed: Typed, kind: NoticeKind): ChannelName[] {
  return channelOrder.filter((name) => typed[`${kind}.${name}`] === 'on')
}

function minutesOf(typed: Typed, field: string): number | null {
  const text = typed[field]?.trim()
  if (!text) return null
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text))
    throw new FieldErrors({ [field]: 'Please enter a time such as 22:00.' })
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
}

/** An empty field keeps the address; `<channel>.remove` deletes it. */
function sealedOf(
  ctx: Ctx,
  channel: WebhookChannel,
  typed: Typed,
  before: string | null | undefined,
): string | null {
  const { memberId } = requireActor(ctx, 'account.write')
  if (typed[`${channel}.remove`] === 'on') return null
  const text = typed[channel]?.trim()
  if (!text) return before ?? null
  try {
    if (text.length > LONGEST_URL || /[^!-~]/.test(text)) throw new Error('It cannot be sent.')
    const { href, protocol } = checkedUrl(text, { loopback: ctx.outbound.loopback, anyPort: true })
    if (protocol !== 'https:' && !ctx.outbound.loopback) throw new Error('It could be read in transit.')
    return ctx.vault.seal(addressRow(channel, memberId), href)
  } catch {
    const name = channelNames[channel]
    throw new FieldErrors({
      [channel]: `Please enter the address of a webhook that you created in ${name}.`,
    })
  }
}

/** Sends a test notice at once. @throws {AppError} invalid, with the reason */
export async function sendTestNotice(ctx: Ctx, { channel }: { channel: string }): Promise<void> {
  const { memberId, email } = requireActor(ctx, 'account.write')
  const name = channelOrder.find((known) => known === channel)
  if (!name) throw new AppError('invalid', 'There is no such channel. Please reload the page.')
  const test = {
    id: newId(),
    kind: 'test' as const,
    member: { id: memberId, email },
    title: 'A test notice',
    text: 'Notices will reach you here.',
    path: '/admin/account/notifications',
    about: `notice:test:${memberId}`,
  }
  const store = await attempt(senders[name](ctx, test, AbortSignal.timeout(10_000)))
  if (store === null)
    throw new AppError(
      'invalid',
      name === 'push'
        ? 'Please turn on notifications on a device first.'
        : `Please enter the address for ${channelNames[name]} first, and save it.`,
    )
  await withTransaction(ctx, store)
}

async function attempt<Outcome>(sending: Promise<Outcome>): Promise<Outcome> {
  try {
    return await sending
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('invalid', `Nothing was sent. ${reason}`, { cause: error })
  }
}

/** Marks the notices of the opened record as seen. Called on every navigation in the admin, with the request's path. */
export async function markNoticesSeen(ctx: Ctx, path: string): Promise<void> {
  const { memberId } = requireActor(ctx, 'account.read')
  const opened = /^[/]admin[/](leads|people|conversations|outbox|bookings)[/]([\w-]+)(?:[.]data)?$/.exec(path)
  if (!opened) return
  const unseen = ctx.db
    .selectFrom('notice')
    .select('id')
    .where('member_id', '=', memberId)
    .where('seen_at', 'is', null)
    .where(isAbout(String(opened[1]), String(opened[2])))
  const seen = await unseen.execute()
  if (seen.length === 0) return
  const ids = seen.map(({ id }) => id)
  await ctx.db.updateTable('notice').set({ seen_at: ctx.clock.now() }).where('id', 'in', ids).execute()
}

/** Marks the notices of an item in Today as seen for all members once one member has attended to it. */
export async function markAttended(ctx: Ctx, kind: string, id: string): Promise<void> {
  if (!['inquiry', 'answer', 'mention', 'mail'].includes(kind)) return
  const subject = kind === 'mail' ? id.replace(/:\d+$/, '') : id
  await ctx.db
    .updateTable('notice')
    .set({ seen_at: ctx.clock.now() })
    .where('kind', '=', kind as NoticeKind)
    .where('subject', '=', subject)
    .where('seen_at', 'is', null)
    .execute()
}

/** `describe-notice.server.ts` documents the subjects. */
function isAbout(area: string, id: string): RawBuilder<boolean> {
  if (area === 'outbox') return sql`kind = 'mail' and subject = ${id}`
  if (area === 'bookings') return sql`kind = 'booking' and subject like ${`${id}:%`}`
  if (area === 'people')
    return sql`kind = 'mention' and subject in (select id from mention where person_id = ${id})`
  if (area === 'conversations')
    return sql`(kind = 'chat' and subject like ${`${id}:%`} or kind = 'assigned' and subject like ${`chat:${id}:%`})`
  return sql`(kind = 'inquiry' and subject = ${id} or kind = 'assigned' and subject like ${`lead:${id}:%`}
    or kind = 'answer' and subject in (select id from thread_mail where lead_id = ${id})
    or kind = 'mention' and subject in (select id from mention where lead_id = ${id}))`
}
