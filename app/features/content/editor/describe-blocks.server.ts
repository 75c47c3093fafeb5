import { z } from 'zod'

import { blockTypes } from '../blocks.ts'
import { fieldMetaOf } from '../fields.ts'
import { unwrapped } from '../leave-out-empty.ts'

import type { BlockDescription, FieldDescription, Fields } from './block-description.ts'

let known: readonly BlockDescription[] | undefined

/** Returns all block types with their fields, derived from their schemas. */
export function blockDescriptions(): readonly BlockDescription[] {
  return (known ??= blockTypes.map(({ type, version, title, help, schema }) => {
    return { type, version, title, help, fields: fieldsOf(schema) }
  }))
}

function fieldsOf({ shape }: z.ZodObject): Fields {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) => {
      const described = field instanceof z.ZodType ? describe(field) : null
      return described ? [[name, described]] : []
    }),
  )
}

function describe(schema: z.ZodType): FieldDescription | null {
  const meta = fieldMetaOf(schema)
  if (!meta) return null
  const inner = unwrapped(schema)
  const { title, description, control, isRequired, places, labels, upload } = meta
  const max = maxOf(inner)
  const item = inner instanceof z.ZodArray ? describe(inner.element as z.ZodType) : null
  return {
    title,
    control,
    initial: initialOf(schema, inner),
    ...(description !== undefined && { description }),
    ...(isRequired && { isRequired }),
    ...(places && { places }),
    ...(upload && { upload }),
    // The browser has the icons with their names already.
    ...(labels && control !== 'icon' && { labels }),
    ...(max !== undefined && { max }),
    ...(item && { item }),
    ...(inner instanceof z.ZodObject && { fields: fieldsOf(inner) }),
    ...(inner instanceof z.ZodString && schema === inner && { isLinkName: true }),
  }
}

function maxOf(inner: z.ZodType): number | undefined {
  if (inner instanceof z.ZodString) return inner.maxLength ?? undefined
  if (inner instanceof z.ZodNumber) return inner.maxValue ?? undefined
  const checks = inner instanceof z.ZodArray ? inner.def.checks : undefined
  const limits = checks?.map(({ _zod: { def } }) => ('maximum' in def ? Number(def.maximum) : Infinity))
  return limits?.find((limit) => Number.isFinite(limit))
}

/** Returns what the schema parses `undefined` to, or otherwise an empty value of the field's control. */
function initialOf(schema: z.ZodType, inner: z.ZodType): unknown {
  if (inner instanceof z.ZodObject) return {}
  const parsed = schema.safeParse(undefined)
  if (parsed.success && parsed.data !== undefined) return parsed.data
  return inner instanceof z.ZodNumber ? 0 : ''
}
