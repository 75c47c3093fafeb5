import { z } from 'zod'

import { readWeek } from '#app/features/today/week-figures.server.ts'

import { defineAction } from '../define-action.ts'

export const getWeekAction = defineAction({
  name: 'get_week',
  title: 'Figures of the week',
  description:
    'Reads visitors, inquiries, chats and leads of the last seven days, next to those of the seven days before.',
  input: z.strictObject({}),
  output: z.object({
    figures: z.array(z.object({ name: z.string(), now: z.number(), before: z.number().nullable() })),
  }),
  permission: 'analytics.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/week' },
  run: async (ctx) => ({ figures: await readWeek(ctx) }),
})
