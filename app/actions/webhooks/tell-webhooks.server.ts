import { readLeadRecords } from '#app/features/leads/list-leads.server.ts'
import { readEvents } from '#app/features/webhooks/webhooks.server.ts'
import { queueDelivery } from '#app/features/webhooks/queue-deliveries.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { WebhookEvent, WebhookEventKind } from '#app/platform/webhook-events.ts'

import { readBooking } from '../bookings/booking-record.server.ts'
import { isoTime, isoTimeOrNull } from '../fields.ts'
import { toLeadRecord } from '../leads/lead-record.ts'
import { toPostRecord } from '../posts/post-record.ts'

/** Queues an event for the webhooks subscribed to it, with the record as the API shows it. */
export async function tellWebhooks(ctx: Ctx, { kind, id, subject = id }: WebhookEvent): Promise<void> {
  if (!ctx.db.isTransaction) throw new Error(`${kind} must be reported in its own transaction.`)
  const webhooks = await ctx.db
    .selectFrom('webhook')
    .select(['id', 'events'])
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute()
  const told = webhooks.filter(({ events }) => readEvents(events).includes(kind))
  if (told.length === 0) return
  const data = await readRecord(ctx, { kind, id })
  if (data)
    for (const webhook of told)
      await queueDelivery(ctx, { webhookId: webhook.id, kind, subjectId: subject, data })
}

type Reader = (ctx: Ctx, id: string) => Promise<object | null>

/** Returns an event's record; null if it no longer exists. Reads directly, because verbs need a member as actor. */
function readRecord(ctx: Ctx, { kind, id }: WebhookEvent): Promise<object | null> {
  return readers[kind](ctx, id)
}

const readers: Record<WebhookEventKind, Reader> = {
  'lead.created': readLead,
  'lead.changed': readLead,
  'booking.created': readBooking,
  'booking.moved': readBooking,
  'booking.cancelled': readBooking,

  async 'person.requested'(ctx, id) {
    const row = await ctx.db
      .selectFrom('conversation')
      .select(['created_at', 'updated_at', 'page', 'speaker', 'waiting_since', 'lead_id', 'language'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row
      ? {
          id,
          createdAt: isoTime(row.created_at),
          updatedAt: isoTime(row.updated_at),
          page: row.page,
          answeredBy: row.speaker,
          waitingSince: isoTimeOrNull(row.waiting_since),
          leadId: row.lead_id,
          language: row.language,
        }
      : null
  },

  async 'post.published'(ctx, id) {
    const row = await ctx.db
      .selectFrom('blog_post')
      .select(['id', 'slug', 'title', 'excerpt', 'tags', 'version', 'updated_at'])
      .select(['published', 'published_at', 'publish_at', 'language', 'author'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row ? toPostRecord(row) : null
  },

  async 'mail.refused'(ctx, id) {
    const row = await ctx.db
      .selectFrom('email')
      .select(['subject', 'recipients', 'last_error', 'created_at', 'attempts'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row
      ? {
          id,
          createdAt: isoTime(row.created_at),
          subject: row.subject,
          recipients: JSON.parse(row.recipients) as unknown,
          error: row.last_error,
          attempts: row.attempts,
        }
      : null
  },
}

async function readLead(ctx: Ctx, id: string): Promise<object | null> {
  const [row] = await readLeadRecords(ctx, [id])
  return row ? toLeadRecord(row) : null
}
