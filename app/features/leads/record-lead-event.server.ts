import type { Ctx } from '#app/platform/context.server.ts'
import type { LeadEventKind } from '#app/platform/db/schema/lead.ts'
import { newId } from '#app/platform/ids.server.ts'

type LeadEvent = { leadId: string; kind: LeadEventKind; actor: string | null; body: string | null }

/** Adds an entry to a lead's history, in the caller's transaction, and returns its id. */
export async function recordLeadEvent(ctx: Ctx, event: LeadEvent): Promise<string> {
  const id = newId()
  await ctx.db
    .insertInto('lead_event')
    .values({
      id,
      lead_id: event.leadId,
      at: ctx.clock.now(),
      kind: event.kind,
      actor: event.actor,
      body: event.body,
    })
    .execute()
  return id
}
