import { z } from 'zod'

import { LONGEST_QUESTION, MOST_QUESTIONS } from '#app/lib/question-kinds.ts'
import { freeSlug, slugOf } from '#app/features/editing/slugs.ts'
import { readableLine } from '#app/lib/readable-text.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { listMembers } from '#app/platform/members.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { line } from '#app/platform/settings/form-fields.ts'

import { findMeetingTypes, starterType } from './find-meeting-types.server.ts'
import { type MeetingType, questionLines, readQuestions } from './meeting-type.ts'

const whole = (least: number, most: number, otherwise: number) =>
  z
    .string()
    .default('')
    .transform((text, check) => {
      const number = text.trim() === '' ? otherwise : Number(text)
      if (Number.isInteger(number) && number >= least && number <= most) return number
      check.addIssue(`Please enter a whole number from ${least} to ${most}.`)
      return z.NEVER
    })

const schema = z.object({
  name: line(80).refine((name) => name !== '', 'Please enter a name.'),
  length: whole(5, 480, 30).refine((length) => length % 5 === 0, 'Please enter a multiple of five minutes.'),
  location: line(300),
  questions: z
    .string()
    .default('')
    .transform((text) => text.split('\n').flatMap((each) => readableLine(each) || []))
    .refine((lines) => lines.length <= MOST_QUESTIONS, `Please ask at most ${MOST_QUESTIONS} questions.`)
    .refine(
      (lines) => lines.every(({ length }) => length <= LONGEST_QUESTION),
      `Please shorten each question to ${LONGEST_QUESTION} characters.`,
    ),
  bufferBefore: whole(0, 240, 0),
  bufferAfter: whole(0, 240, 0),
  noticeHours: whole(0, 720, 4),
  dailyMaximum: whole(0, 100, 0),
  windowDays: whole(1, 365, 30),
  isOffered: z.string().optional(),
})

type Typed = { id: string } & Readonly<Record<string, string>>

/** @throws {FieldErrors} @throws {AppError} not-found */
export async function saveMeetingType(ctx: Ctx, typed: Typed): Promise<{ id: string }> {
  requireActor(ctx, 'bookings.write')
  const parsed = schema.safeParse(typed)
  if (!parsed.success) throw new FieldErrors(firstFaults(parsed.error.issues))
  const { noticeHours, isOffered, questions, dailyMaximum, ...fields } = parsed.data
  const members = (await listMembers(ctx)).map(({ id }) => id).filter((id) => typed[`member-${id}`])
  return withTransaction(ctx, async (ctx) => {
    // Prevents two concurrent saves from using the same slug.
    await ctx.engine.lockUntilCommit(ctx.db, 'meeting types')
    const types = await findMeetingTypes(ctx)
    if (types.length === 1 && types[0] === starterType) await insertType(ctx, starterType)
    const before = types.find(({ id }) => id === typed.id)
    if (typed.id && !before) throw new AppError('not-found', 'There is no such meeting type.')
    const slugs = new Set(types.map(({ slug }) => slug))
    const type = {
      id: before?.id ?? newId(),
      slug: before?.slug ?? freeSlug(slugOf(fields.name, 'meeting'), slugs),
      ...fields,
      questions: readQuestions(questions),
      notice: noticeHours * 60,
      dailyMaximum: dailyMaximum || null,
      members,
      isOffered: isOffered !== undefined,
    }
    await (before ? updateType(ctx, type) : insertType(ctx, type))
    const subject = { id: type.id, title: type.name, path: `/admin/bookings/types/${type.id}` }
    await recordChange(ctx, { what: 'booking.type_saved', subject })
    // Pages lead to the free times while a meeting is offered.
    await ctx.signals.publish(ctx, PAGES_TOPIC)
    return { id: type.id }
  })
}

async function insertType(ctx: Ctx, type: MeetingType): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('meeting_type')
    .values({ id: type.id, slug: type.slug, created_at: now, ...rowOf(ctx, type) })
    .execute()
}

async function updateType(ctx: Ctx, type: MeetingType): Promise<void> {
  await ctx.db.updateTable('meeting_type').set(rowOf(ctx, type)).where('id', '=', type.id).execute()
}

function rowOf(ctx: Ctx, type: MeetingType) {
  return {
    name: type.name,
    length: type.length,
    location: type.location,
    questions: JSON.stringify(questionLines(type.questions)),
    buffer_before: type.bufferBefore,
    buffer_after: type.bufferAfter,
    notice: type.notice,
    daily_maximum: type.dailyMaximum,
    window_days: type.windowDays,
    members: JSON.stringify(type.members),
    is_offered: type.isOffered ? (1 as const) : (0 as const),
    updated_at: ctx.clock.now(),
  }
}

/** Returns a type with all members who could offer it; without an id, the defaults of a new type. */
export async function getMeetingType(ctx: Ctx, id: string | undefined) {
  requireActor(ctx, 'bookings.read')
  const members = await listMembers(ctx)
  const types = await findMeetingTypes(ctx)
  const type = id === undefined ? { ...starterType, id: '', name: '' } : types.find((each) => each.id === id)
  if (!type) throw new AppError('not-found', 'There is no such meeting type.')
  return { type, members }
}
