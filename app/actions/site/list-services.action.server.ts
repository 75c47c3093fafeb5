import { z } from 'zod'

import { readContent } from '#app/features/content/site-content.server.ts'

import { pageOfList } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import { pageOf, paging } from '../fields.ts'
import { inLanguage, readerLanguage } from '../in-language.server.ts'

const serviceRecord = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  bestFor: z.string(),
  timeline: z.string(),
  price: z.string().describe('In words'),
  priceFrom: z.number().nullable(),
  priceTo: z.number().nullable(),
  currency: z.string(),
  url: z.string(),
  plans: z.array(z.object({ id: z.string(), name: z.string() })),
})

export const listServicesAction = defineAction({
  name: 'list_services',
  title: 'List services and prices',
  description: 'Lists what the business sells, with prices, plans and how long it takes.',
  input: z.strictObject({ language: readerLanguage, ...paging }),
  output: pageOf(serviceRecord),
  permission: null,
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/services' },
  async run(outer, { language, ...input }) {
    const ctx = await inLanguage(outer, language)
    const [{ services }, { publicUrl }] = await Promise.all([readContent(ctx), ctx.site(ctx)])
    return pageOfList(services, input, ({ path, plans, ...service }) => ({
      ...service,
      url: `${publicUrl}${path}`,
      plans: [...plans],
    }))
  },
})
