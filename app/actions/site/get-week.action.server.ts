import { z } from 'zod'

import { readWeek, readWeekLanguages } from '#app/features/today/week-figures.server.ts'

import { defineAction } from '../define-action.ts'

export const getWeekAction = defineAction({
  name: 'get_week',
  title: 'Figures of the week',
  description:
    'Reads visitors, inquiries, chats and leads of the last seven days, next to those of the seven days before.',
  input: z.strictObject({}),
  output: z.object({
    figures: z.array(z.object({ name: z.string(), now: z.number(), before: z.number().nullable() })),
    languages: z
      .array(z.object({ language: z.string(), visitors: z.number(), pageViews: z.number() }))
      .describe('Visitors by the language of the pages; empty for a site with one'),
  }),
  permission: 'analytics.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/week' },
  async run(ctx) {
    const [figures, languages] = await Promise.all([readWeek(ctx), readWeekLanguages(ctx)])
    const byLanguage = languages.map(({ key, visitors, n }) => ({ language: key, visitors, pageViews: n }))
    return { figures, languages: byLanguage }
  },
})
