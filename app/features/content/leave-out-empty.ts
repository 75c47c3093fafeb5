import { z } from 'zod'

import { fieldMetaOf } from './fields.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns a block's props without empty list items: empty texts, and groups that lack a required field.
 * Returns null if the block itself lacks a required field and is not shown.
 */
export function leaveOutEmpty<Props extends Fields>(schema: z.ZodObject, props: Props): Props | null {
  if (lacksRequired(schema, props)) return null
  // Only list items are left out, so the type stays the same.
  return withoutEmptyItems(schema, props) as Props
}

function withoutEmptyItems(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const item = unwrapped(inner.element as z.ZodType)
    return value.filter((each) => !isEmptyItem(item, each)).map((each) => withoutEmptyItems(item, each))
  }
  if (!(inner instanceof z.ZodObject) || !isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const field: unknown = inner.shape[name]
      return [name, field instanceof z.ZodType ? withoutEmptyItems(field, each) : each]
    }),
  )
}

function isEmptyItem(item: z.ZodType, value: unknown): boolean {
  if (item instanceof z.ZodObject && isFields(value)) return lacksRequired(item, value)
  return value === ''
}

function lacksRequired(schema: z.ZodObject, value: Fields): boolean {
  return Object.entries(schema.shape).some(
    ([name, field]) => field instanceof z.ZodType && fieldMetaOf(field)?.isRequired && value[name] === '',
  )
}

/** Returns the places of fields that the schema does not have, such as `blocks.2.hiden`. Parsing removes them silently. */
export function unknownFields(schema: z.ZodType, value: unknown, place = ''): string[] {
  const inner = unwrapped(schema)
  const at = (name: string | number) => (place === '' ? String(name) : `${place}.${name}`)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const item = inner.element as z.ZodType
    return value.flatMap((each, index) => unknownFields(item, each, at(index)))
  }
  if (!(inner instanceof z.ZodObject) || !isFields(value)) return []
  return Object.entries(value).flatMap(([name, each]) => {
    const field: unknown = Object.hasOwn(inner.shape, name) ? inner.shape[name] : undefined
    return field instanceof z.ZodType ? unknownFields(field, each, at(name)) : [at(name)]
  })
}

/** Returns the schema without its wrappers for default, optional and null values. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  let inner: unknown = schema
  while (
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodPrefault ||
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodNullable
  )
    inner = inner.unwrap()
  return inner instanceof z.ZodType ? inner : schema
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
