import { z } from 'zod'

import { listToday } from '#app/features/today/list-today.server.ts'
import { type NeedKind, needKinds } from '#app/features/today/needs.ts'

import { defineAction } from '../define-action.ts'
import { isoTime, isoTimeOrNull, time } from '../fields.ts'

const ofRecord = /^\/admin\/(?:leads|conversations|outbox)\/([\w-]+)/

export const listTodayAction = defineAction({
  name: 'list_today',
  title: 'Who waits, and what is due',
  description:
    'Lists what needs somebody today, the most urgent first: visitors who wait in a chat, inquiries and mails to answer, next steps, refused mails and the rest.',
  input: z.strictObject({ mine: z.boolean().default(false).describe('Only what is assigned to you') }),
  output: z.object({
    data: z.array(
      z.object({
        item: z.string().describe('What settle_item takes'),
        kind: z.enum(Object.keys(needKinds) as [NeedKind, ...NeedKind[]]),
        title: z.string(),
        text: z.string().nullable(),
        since: time,
        dueAt: time.nullable().describe('Until when a reply is promised or a step is due'),
        assigneeId: z.string().nullable(),
        recordId: z.string().nullable().describe('The lead, conversation or mail that it is about'),
      }),
    ),
    hasMore: z.boolean().describe('Each kind is limited to five hundred'),
  }),
  permission: 'account.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/today' },
  async run(ctx, { mine }) {
    const { needs, hasMore } = await listToday(ctx, { mine })
    return {
      data: needs.map(({ item, kind, title, text, at, due, assigneeId, path }) => ({
        item,
        kind,
        title,
        text,
        since: isoTime(at),
        dueAt: isoTimeOrNull(due),
        assigneeId,
        recordId: ofRecord.exec(path)?.[1] ?? null,
      })),
      hasMore,
    }
  },
})
