import { createHash } from 'node:crypto'

import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { checkedUrl } from '#app/platform/http/guarded-fetch.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { noticeKindNames, noticeKinds } from '#app/platform/notice-events.ts'
import { may } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { DEFAULT_WAIT } from '../preferences.ts'
import { findPreferences, preferencesOf, subscriptionRow } from '../stored-preferences.server.ts'

import { areBrowserKeys } from './encrypt.server.ts'
import { obtainVapidKey, publicKeyOf } from './vapid.server.ts'

const MOST = 10
const LONGEST_URL = 1000

const subscription = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() })

export type Subscription = z.infer<typeof subscription>

export type PushDevice = { id: string; device: string; since: number; isThis: boolean }

export async function listPushDevices(ctx: Ctx): Promise<PushDevice[]> {
  const { memberId, sessionId } = requireActor(ctx, 'account.read')
  const rows = await ctx.db
    .selectFrom('push_subscription')
    .select(['id', 'device', 'created_at', 'session_id'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, device, created_at, session_id }) => {
    return { id, device, since: created_at, isThis: session_id === sessionId }
  })
}

export async function beginPush(ctx: Ctx): Promise<{ publicKey: string }> {
  requireActor(ctx, 'account.write')
  return { publicKey: publicKeyOf(await obtainVapidKey(ctx)) }
}

/**
 * Turns on notifications on this session's device and ends those of a former member in the same browser. If push is
 * not chosen for any kind yet, it is chosen for all. @throws {AppError} invalid
 */
export async function subscribePush(ctx: Ctx, given: Subscription): Promise<void> {
  const { memberId, sessionId, device } = requireActor(ctx, 'account.write')
  const endpoint = checkEndpoint(ctx, given)
  const id = newId()
  const sealed = ctx.vault.seal(subscriptionRow(id), JSON.stringify({ ...given, endpoint }))
  await withTransaction(ctx, async (ctx) => {
    await lockDevices(ctx, memberId)
    await ctx.db.deleteFrom('push_subscription').where('endpoint_hash', '=', hashOf(endpoint)).execute()
    const others = await ctx.db
      .selectFrom('push_subscription')
      .select('id')
      .where('member_id', '=', memberId)
      .execute()
    if (others.length >= MOST)
      throw new AppError('invalid', `You have ${MOST} devices. Please remove one of them first.`)
    await ctx.db
      .insertInto('push_subscription')
      .values({
        id,
        member_id: memberId,
        session_id: sessionId,
        endpoint_hash: hashOf(endpoint),
        sealed,
        device,
        created_at: ctx.clock.now(),
        paused_until: null,
      })
      .execute()
    await choosePush(ctx)
    await recordDevices(ctx)
  })
}

function checkEndpoint(ctx: Ctx, { endpoint, ...keys }: Subscription): string {
  try {
    if (endpoint.length > LONGEST_URL || /[^!-~]/.test(endpoint)) throw new Error('It cannot be sent.')
    const { href, protocol } = checkedUrl(endpoint, { loopback: ctx.outbound.loopback })
    if (protocol !== 'https:' && !ctx.outbound.loopback) throw new Error('It could be read in transit.')
    if (!areBrowserKeys(keys)) throw new Error('Nothing can be encrypted for it.')
    return href
  } catch (error) {
    const text = 'This browser gave an address that cannot be used for notifications.'
    throw new AppError('invalid', text, { cause: error })
  }
}

/** Locks the member's row, so that concurrent requests cannot exceed the limit of devices. */
async function lockDevices(ctx: Ctx, memberId: string): Promise<void> {
  await ctx.db
    .updateTable('member')
    .set((member) => ({ id: member.ref('id') }))
    .where('id', '=', memberId)
    .execute()
}

async function choosePush(ctx: Ctx): Promise<void> {
  const { memberId, role } = requireActor(ctx, 'account.write')
  const { timeZone } = await ctx.site(ctx)
  const stored = await findPreferences(ctx, memberId)
  const { channels } = preferencesOf(stored, timeZone)
  if (noticeKindNames.some((kind) => channels[kind].includes('push'))) return
  const chosen = noticeKindNames.map((kind) => [
    kind,
    may(role, noticeKinds[kind].attend) ? ['push', ...channels[kind]] : channels[kind],
  ])
  const values = { channels: JSON.stringify(Object.fromEntries(chosen)), updated_at: ctx.clock.now() }
  await ctx.db
    .insertInto('notice_preference')
    .values({
      member_id: memberId,
      wait_minutes: DEFAULT_WAIT,
      quiet_from: null,
      quiet_to: null,
      time_zone: timeZone,
      slack_sealed: null,
      discord_sealed: null,
      ...values,
    })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute()
}

async function recordDevices(ctx: Ctx): Promise<void> {
  const { memberId, email } = requireActor(ctx, 'account.write')
  await recordChange(ctx, {
    what: 'member.notifications_changed',
    subject: { id: memberId, title: email, path: '/admin/account/notifications' },
  })
}

/**
 * Called whenever the admin opens in a subscribed browser. Links the subscription to this session, so that signing out
 * ends it, and ends that of another member in this browser. Returns whether notifications are on.
 */
export async function keepPush(ctx: Ctx, { endpoint }: { endpoint: string }): Promise<{ isOn: boolean }> {
  const { memberId, sessionId, device } = requireActor(ctx, 'account.write')
  const ofThis = hashOf(endpoint)
  await ctx.db
    .deleteFrom('push_subscription')
    .where('endpoint_hash', '=', ofThis)
    .where('member_id', '!=', memberId)
    .execute()
  const kept = await ctx.db
    .updateTable('push_subscription')
    .set({ session_id: sessionId, device })
    .where('endpoint_hash', '=', ofThis)
    .returning('id')
    .executeTakeFirst()
  return { isOn: kept !== undefined }
}

/** Ends the notifications of a device, given by its id or its endpoint. */
export async function unsubscribePush(ctx: Ctx, which: { id: string } | { endpoint: string }): Promise<void> {
  const { memberId } = requireActor(ctx, 'account.write')
  await withTransaction(ctx, async (ctx) => {
    const own = ctx.db.deleteFrom('push_subscription').where('member_id', '=', memberId)
    const one =
      'id' in which ? own.where('id', '=', which.id) : own.where('endpoint_hash', '=', hashOf(which.endpoint))
    const ended = await one.returning('id').executeTakeFirst()
    if (ended) await recordDevices(ctx)
  })
}

function hashOf(endpoint: string): string {
  return createHash('sha256')
    .update(URL.parse(endpoint)?.href ?? endpoint)
    .digest('base64url')
}

export type Recipient = Subscription & { id: string; pausedUntil: number | null }

/** Returns the member's devices, except those whose secrets can no longer be decrypted. */
export async function findRecipients(ctx: Ctx, memberId: string): Promise<Recipient[]> {
  const rows = await ctx.db
    .selectFrom('push_subscription')
    .select(['id', 'sealed', 'paused_until'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, sealed, paused_until }) => {
    try {
      const opened = subscription.parse(JSON.parse(ctx.vault.open(subscriptionRow(id), sealed)))
      return [{ ...opened, id, pausedUntil: paused_until }]
    } catch (error) {
      ctx.log.warn({ error }, 'notices.address_unreadable')
      return []
    }
  })
}
