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
    'Tells the price and plans of one service or all, and estimates what it saves, as a range based on the assumptions it names. Ask the visitor for the numbers that it needs.',
  input: z.strictObject({
    service: text(200).optional().describe('Name or id'),
    calls: number(500, 'Per day, in total'),
    people: number(50, 'People who do the work today'),
    runs: number(100, 'How often each of them does it per day'),
    minutes: number(60, 'Of a call, or of doing it once'),
    rate: number(300, 'Cost of an hour'),
    days: number(31, 'Days worked per month; 21 if not known'),
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
    calculation: lines.nullable().describe('Null if there is no calculator or a number is missing'),
    needs: z.array(z.string()).describe('The numbers that the calculator still needs'),
  }),
  permission: null,
  effect: 'reads',
  isForVisitors: true,
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
