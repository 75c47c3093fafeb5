import { z } from 'zod'

import { fieldMetaOf, isLinkAddress } from '#app/features/content/fields.ts'
import { unwrapped } from '#app/features/content/leave-out-empty.ts'

/** Returns a value of a block's schema with the text in every place that accepts it. */
export function filledBlock(schema: z.ZodType, text: string): unknown {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(inner.shape).map(([name, field]) => [name, filledBlock(field as z.ZodType, text)]),
    )
  if (inner instanceof z.ZodArray) return [filledBlock(inner.element as z.ZodType, text)]
  if (inner instanceof z.ZodNumber) return 5
  if (inner instanceof z.ZodBoolean) return true
  const control = fieldMetaOf(schema)?.control
  const tries =
    control === 'link' && !isLinkAddress(text) ? [`https://a.example/${encodeURI(text.toWellFormed())}`] : []
  const found = [text, text.slice(0, 40), text.slice(0, 20), ...tries, 'a', ''].find(
    (each) => schema.safeParse(each).success,
  )
  return found ?? schema.parse(undefined)
}
