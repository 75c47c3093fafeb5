import { isDay } from '#app/lib/days.ts'
import { readableText } from '#app/lib/readable-text.ts'
import { endOfDay } from '#app/lib/site-day.ts'
import { type ChangedValues, changedValues, recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { LeadEventKind } from '#app/platform/db/schema/lead.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { findAssignee } from '#app/platform/members.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

import { type LeadStatus, leadStatuses, statusNames } from './lead-status.ts'
import { keepMentions } from './mentions/mentions.server.ts'
import { keepPerson } from './persons/keep-person.server.ts'
import { queueLeadEmails } from './queue-lead-emails.server.ts'
import { recordLeadEvent } from './record-lead-event.server.ts'

const auditKinds = {
  status: 'lead.status_changed',
  'project-end': 'lead.project_ended',
  note: 'lead.noted',
  spam: 'lead.moved_to_spam',
  'not-spam': 'lead.moved_to_inbox',
  assigned: 'lead.assigned',
  work: 'lead.work_changed',
} as const

type LeadChange = {
  id: string
  kind: keyof typeof auditKinds & LeadEventKind
  body: string | null
  /** Columns to change; a note changes none. */
  set?: {
    status?: LeadStatus
    spam_reason?: string | null
    project_ended_at?: number | null
    assignee_id?: string | null
    value_cents?: number | null
    next_step?: string | null
    due_on?: string | null
  }
  /** What the audit log records besides the status. */
  values?: ChangedValues
  fields?: readonly string[]
  /** The status that was shown to the member who changes it. */
  seen?: LeadStatus
}

type LeadState = { status: LeadStatus; project_ended_at: number | null; eventId: string }

/**
 * Changes a lead and adds the change to its history, in one transaction. Returns the former state.
 * @throws {AppError} not-found, or conflict if `seen` is not the current status.
 */
export async function changeLead(ctx: Ctx, change: LeadChange): Promise<LeadState> {
  const { email } = requireActor(ctx, 'leads.write')
  return withTransaction(ctx, async (ctx) => {
    const before = await ctx.db
      .selectFrom('lead')
      .select(['status', 'project_ended_at'])
      .where('id', '=', change.id)
      .executeTakeFirst()
    if (!before) throw new AppError('not-found', 'There is no such lead. It may have been deleted.')
    const seen = change.seen ?? before.status
    const changed = await ctx.db
      .updateTable('lead')
      .set({ ...change.set, updated_at: ctx.clock.now() })
      .where('id', '=', change.id)
      .$if(change.set?.status !== undefined, (update) => update.where('status', '=', seen))
      .returning('id')
      .executeTakeFirst()
    if (!changed)
      throw new AppError(
        'conflict',
        `Somebody else has set the status to ${statusNames[before.status]} in the meantime. Please choose again.`,
      )
    const eventId = await recordLeadEvent(ctx, {
      leadId: change.id,
      kind: change.kind,
      actor: email,
      body: change.body,
    })
    const path = `/admin/leads/${change.id}`
    const after = { status: change.set?.status ?? before.status }
    const values = { ...changedValues(before, after, ['status']), ...change.values }
    await recordChange(ctx, {
      what: auditKinds[change.kind],
      subject: { id: change.id, path },
      values,
      ...(change.fields && { fields: change.fields }),
    })
    if (change.kind !== 'not-spam') await ctx.tellWebhooks(ctx, { kind: 'lead.changed', id: change.id })
    await ctx.signals.publish(ctx, TODAY_TOPIC)
    return { ...before, eventId }
  })
}

export type StatusChange = {
  id: string
  status: string
  /** If given, the lead is changed only if it still has this status. */
  seen?: LeadStatus
  /** When the project of a won lead ended. */
  projectEndedAt?: number | null
}

/** Returns the inverse change. @throws {FieldErrors} for an unknown status. @throws {AppError} conflict, see `seen`. */
export async function changeLeadStatus(ctx: Ctx, input: StatusChange): Promise<StatusChange> {
  const status = leadStatuses.find((known) => known === input.status)
  if (!status) throw new FieldErrors({ status: 'Please choose a status.' })
  const { id, seen, projectEndedAt } = input
  const ended = status === 'won' ? projectEndedAt : null
  const before = await changeLead(ctx, {
    id,
    kind: 'status',
    body: status,
    set: { status, ...(ended !== undefined && { project_ended_at: ended }) },
    ...(seen && { seen }),
  })
  return { id, status: before.status, seen: status, projectEndedAt: before.project_ended_at }
}

/** An empty day removes the end. @throws {FieldErrors} for an invalid day. @throws {AppError} conflict unless won. */
export async function endProject(ctx: Ctx, input: { id: string; day: string }): Promise<void> {
  const day = input.day.trim()
  if (day !== '' && !isDay(day)) throw new FieldErrors({ day: 'Please enter a date, such as 2026-11-21.' })
  const { timeZone } = await ctx.site(ctx)
  await withTransaction(ctx, async (ctx) => {
    await changeLead(ctx, {
      id: input.id,
      kind: 'project-end',
      body: day || null,
      set: { project_ended_at: day === '' ? null : endOfDay(day, timeZone) },
    })
    const { status } = await ctx.db
      .selectFrom('lead')
      .select('status')
      .where('id', '=', input.id)
      .executeTakeFirstOrThrow()
    if (status !== 'won') throw new AppError('conflict', 'Only a won lead can have a project end date.')
  })
}

type Assignment = {
  id: string
  assigneeId: string | null
  /** If given, the lead is changed only if this member (or nobody) is still assigned. */
  seen?: string | null
}

/** Sets the assignee; null is nobody. Returns the former one. @throws {AppError} not-found, or conflict, see `seen`. */
export async function assignLead(ctx: Ctx, { id, assigneeId, seen }: Assignment): Promise<string | null> {
  const actor = requireActor(ctx, 'leads.write')
  return withTransaction(ctx, async (ctx) => {
    const member = await findAssignee(ctx, assigneeId)
    const before = await ctx.db
      .selectFrom('lead')
      .select('assignee_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (before && seen !== undefined && before.assignee_id !== seen)
      throw new AppError(
        'conflict',
        'Somebody else has assigned this lead in the meantime. Please choose again.',
      )
    await changeLead(ctx, {
      id,
      kind: 'assigned',
      body: member && member.name,
      set: { assignee_id: member?.id ?? null },
    })
    if (member)
      await ctx.notify(ctx, {
        kind: 'assigned',
        subject: `lead:${id}:${ctx.clock.now()}`,
        members: [member.id],
        except: actor.memberId,
      })
    return before?.assignee_id ?? null
  })
}

export const NOTE_MAX = 5000

/** @throws {FieldErrors} when the note is empty, too long or unreadable. */
export async function addLeadNote(ctx: Ctx, input: { id: string; note: string }): Promise<void> {
  const note = readableText(input.note)?.trim()
  if (note === undefined) throw new FieldErrors({ note: 'This contains characters that cannot be read.' })
  if (!note) throw new FieldErrors({ note: 'Please write something.' })
  if (note.length > NOTE_MAX) throw new FieldErrors({ note: `Please use at most ${NOTE_MAX} characters.` })
  await withTransaction(ctx, async (ctx) => {
    const { eventId } = await changeLead(ctx, { id: input.id, kind: 'note', body: note })
    await keepMentions(ctx, { eventId, note, leadId: input.id })
  })
}

export async function moveLeadToSpam(ctx: Ctx, id: string): Promise<void> {
  await changeLead(ctx, { id, kind: 'spam', body: null, set: { spam_reason: 'Moved here by hand.' } })
}

/** Moves a lead to the inbox and sends its notice and receipt, unless they were sent before. */
export async function moveLeadToInbox(ctx: Ctx, id: string): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await changeLead(ctx, { id, kind: 'not-spam', body: null, set: { spam_reason: null } })
    await queueLeadEmails(ctx, id)
    const isFirst = await countLead(ctx, id)
    await ctx.tellWebhooks(ctx, { kind: isFirst ? 'lead.created' : 'lead.changed', id })
    await keepPersonOfLead(ctx, id)
  })
}

/** Creates or updates the sender's person, which an inquiry in the Spam folder does not have. */
async function keepPersonOfLead(ctx: Ctx, id: string): Promise<void> {
  const { created_at, language, ...contact } = await ctx.db
    .selectFrom('lead')
    .select(['email', 'name', 'company', 'phone', 'phone_e164', 'created_at', 'language'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await keepPerson(ctx, contact, { at: created_at, origin: 'inquiry', language })
}

/** Counts a former spam inquiry at the time it was received. Returns false if it was counted before. */
async function countLead(ctx: Ctx, id: string): Promise<boolean> {
  const lead = await ctx.db
    .updateTable('lead')
    .set({ is_counted: 1 })
    .where('id', '=', id)
    .where('is_counted', '=', 0)
    .returning(['created_at', 'first_page', 'last_page', 'service', 'referrer'])
    .returning(['utm_source', 'utm_medium', 'utm_campaign'])
    .executeTakeFirst()
  if (!lead) return false
  await ctx.recordEvent(ctx, {
    kind: 'contact_form',
    visitor: null,
    at: lead.created_at,
    page: lead.last_page,
    landing: lead.first_page,
    service: lead.service,
    referrer: lead.referrer,
    campaign: [lead.utm_source, lead.utm_medium, lead.utm_campaign],
  })
  return true
}
