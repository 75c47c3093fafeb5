import { z } from 'zod'

import { calculatePrice } from '#app/features/content/prices/calculate-price.server.ts'

import { defineAction } from '../define-action.ts'
import { text } from '../fields.ts'

const number = (most: number, description: string) =>
  z.int().min(0).max(most).optional().describe(description)

const lines = z.array(z.object({ label: z.string(), value: z.string() }))

export const calculatePriceAction = defineAction({
  name: 'calculate_price',
  title: 'Calculate prices',
  description:
    'Tells the price and plans of a service, or of all, and computes what it saves. Ask the visitor for the numbers that it needs.',
  input: z.strictObject({
    service: text(200).optional().describe('Name or id'),
    people: number(100_000, 'Who do the work today'),
    hours: number(168, 'A week, each'),
    minutes: number(100_000_000, 'Of calls a month, in all'),
    rate: number(100_000, 'Cost of an hour'),
  }),
  output: z.object({
    services: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        price: z.string(),
        url: z.string(),
        plans: z.array(
          z.object({ name: z.string(), price: z.string(), text: z.string(), includes: z.array(z.string()) }),
        ),
      }),
    ),
    calculation: lines.nullable().describe('Null where there is no calculator or a number is missing'),
    needs: z.array(z.string()).describe('The numbers that the calculator still needs'),
  }),
  permission: null,
  effect: 'reads',
  isForVisitors: true,
  asksFirst: false,
  rest: { method: 'GET', path: '/prices' },
  async run(ctx, input) {
    const [{ services, ...rest }, { publicUrl }] = await Promise.all([
      calculatePrice(ctx, input),
      ctx.site(ctx),
    ])
    return {
      ...rest,
      services: services.map(({ path, ...each }) => ({ ...each, url: `${publicUrl}${path}` })),
    }
  },
})
