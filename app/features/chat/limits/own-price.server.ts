import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { chatLimits } from './chat-limits.server.ts'

const amount = z
  .string()
  .trim()
  .transform((typed) => typed.replace(/^\$/, '').replace(',', '.'))
  .pipe(z.string().regex(/^\d+(\.\d+)?$|^\.\d+$/))
  .transform(Number)
  .pipe(z.number().max(10_000))

const WRONG = 'Please enter a price in US dollars a million tokens, such as 0.15.'
const MISSING = 'Please enter both prices, or none.'

type PriceFields = Readonly<Partial<Record<'model' | 'inputPrice' | 'outputPrice', string>>>

/**
 * Stores the owner's price of the model, or deletes it if both fields are empty. Does nothing if none were sent.
 * @returns the names of the changed fields, for the audit entry of the whole save
 * @throws {FieldErrors}
 */
export async function saveOwnPrice(ctx: Ctx, fields: PriceFields): Promise<string[]> {
  const { model = '', inputPrice: input, outputPrice: output } = fields
  if (input === undefined || output === undefined) return []
  const limits = await chatLimits.readAsOwner(ctx)
  const name = model.trim()
  const others = limits.prices.filter((price) => price.model !== name)
  const price = parsePrice(input, output)
  const prices = price ? [...others, { model: name, ...price }] : others
  if (JSON.stringify(prices) === JSON.stringify(limits.prices)) return []
  return chatLimits.saveAsPart(ctx, { ...limits, prices })
}

function parsePrice(input: string, output: string): { input: number; output: number } | null {
  if (input.trim() === '' && output.trim() === '') return null
  if (input.trim() === '') throw new FieldErrors({ inputPrice: MISSING })
  if (output.trim() === '') throw new FieldErrors({ outputPrice: MISSING })
  const [parsedInput, parsedOutput] = [amount.safeParse(input), amount.safeParse(output)]
  if (!parsedInput.success) throw new FieldErrors({ inputPrice: WRONG })
  if (!parsedOutput.success) throw new FieldErrors({ outputPrice: WRONG })
  return { input: parsedInput.data, output: parsedOutput.data }
}
