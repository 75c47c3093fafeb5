import type { Selectable } from 'kysely'
import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import type { MeetingTypeTable } from '#app/platform/db/schema/booking.ts'
import { AppError } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'
import { readSay } from '#app/platform/text-translations.server.ts'

import { bookingsTexts } from '../messages.ts'

import { type MeetingType, readQuestions, STARTER_ID } from './meeting-type.ts'

/** Offered until a type is saved; then it is stored like any other type. */
export const starterType: MeetingType = {
  id: STARTER_ID,
  slug: 'consultation',
  name: 'Consultation',
  length: 30,
  location: '',
  questions: [],
  bufferBefore: 0,
  bufferAfter: 0,
  notice: 240,
  dailyMaximum: null,
  windowDays: 30,
  members: [],
  isOffered: true,
}

const texts = z.array(z.string())

export async function findMeetingTypes(ctx: Pick<Ctx, 'db'>): Promise<MeetingType[]> {
  const rows = await ctx.db
    .selectFrom('meeting_type')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.length > 0 ? rows.map(toMeetingType) : [starterType]
}

/** Returns the meetings that visitors may book, in their language. */
export async function findOfferedTypes(ctx: Ctx): Promise<MeetingType[]> {
  const [types, say, { page }] = await Promise.all([
    findMeetingTypes(ctx),
    readSay(ctx),
    wordedTexts(ctx, bookingsTexts),
  ])
  const nameOf = (type: MeetingType) =>
    type === starterType ? page.consultation : say('meetings', type.name)
  return types
    .filter(({ isOffered }) => isOffered)
    .map((type) => ({
      ...type,
      name: nameOf(type),
      location: say('meetings', type.location),
      questions: type.questions.map((question) => ({ ...question, text: say('meetings', question.text) })),
    }))
}

/** @throws {AppError} not-found */
export async function findOfferedType(ctx: Ctx, slug: string): Promise<MeetingType> {
  const type = (await findOfferedTypes(ctx)).find((each) => each.slug === slug)
  if (!type) throw new AppError('not-found', 'There is no such meeting.')
  return type
}

function toMeetingType(row: Selectable<MeetingTypeTable>): MeetingType {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    length: row.length,
    location: row.location,
    questions: readQuestions(texts.parse(JSON.parse(row.questions))),
    bufferBefore: row.buffer_before,
    bufferAfter: row.buffer_after,
    notice: row.notice,
    dailyMaximum: row.daily_maximum,
    windowDays: row.window_days,
    members: texts.parse(JSON.parse(row.members)),
    isOffered: row.is_offered === 1,
  }
}
