import type { Selectable } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import type { SealedColumn } from '#app/platform/crypto/rotate-secret.server.ts'
import type { NoticePreferenceTable } from '#app/platform/db/schema/notice.ts'

import { DEFAULT_WAIT, defaultChannels, type NoticePreferences, readChannels } from './preferences.ts'

export type WebhookChannel = 'slack' | 'discord'

export const addressRow = (channel: WebhookChannel, memberId: string) => `notice_${channel}:${memberId}`

const sealedAddress = (channel: WebhookChannel): SealedColumn => ({
  table: 'notice_preference',
  key: 'member_id',
  column: `${channel}_sealed`,
  rowOf: (memberId) => addressRow(channel, memberId),
})

export const subscriptionRow = (id: string) => `push_subscription:${id}`
export const vapidRow = (id: string) => `vapid_key:${id}`

/** Re-encrypted when APP_SECRET changes. */
export const sealedNoticeAddresses: readonly SealedColumn[] = [
  sealedAddress('slack'),
  sealedAddress('discord'),
  { table: 'push_subscription', key: 'id', column: 'sealed', rowOf: subscriptionRow },
  { table: 'vapid_key', key: 'id', column: 'sealed', rowOf: vapidRow },
]

type Stored = Selectable<NoticePreferenceTable>

export function findPreferences(ctx: Ctx, memberId: string): Promise<Stored | undefined> {
  return ctx.db
    .selectFrom('notice_preference')
    .selectAll()
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

export function preferencesOf(
  stored: Pick<Stored, 'channels' | 'wait_minutes' | 'quiet_from' | 'quiet_to' | 'time_zone'> | undefined,
  siteZone: string,
): NoticePreferences {
  if (!stored)
    return { channels: defaultChannels, waitMinutes: DEFAULT_WAIT, quiet: null, timeZone: siteZone }
  const { quiet_from: from, quiet_to: to, time_zone: timeZone } = stored
  return {
    channels: readChannels(JSON.parse(stored.channels)),
    waitMinutes: stored.wait_minutes,
    quiet: from === null || to === null ? null : { from, to, timeZone },
    timeZone,
  }
}

/** Returns the webhook's address; null if the member entered none or it can no longer be decrypted. */
export function openAddress(ctx: Ctx, channel: WebhookChannel, stored: Stored | undefined): string | null {
  const sealed = stored?.[`${channel}_sealed`]
  if (!stored || !sealed) return null
  try {
    return ctx.vault.open(addressRow(channel, stored.member_id), sealed)
  } catch (error) {
    ctx.log.warn({ error }, 'notices.address_unreadable')
    return null
  }
}
