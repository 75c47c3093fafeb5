import fc from 'fast-check'

type Schema = Readonly<Record<string, unknown>>

const hostile = [
  '',
  '\0',
  '\ud800',
  "'; drop table lead; --",
  '%',
  '../..',
  '👋🏽',
  'x'.repeat(3000),
  '-1',
  'null',
]

/** Generates values that the schema allows, and sometimes others. */
export function anyOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: matching(schema) },
    { weight: 1, arbitrary: fc.constantFrom(...hostile) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )
}

function matching(schema: Schema): fc.Arbitrary<unknown> {
  const { type, enum: choices, const: constant, anyOf: options, properties, required, items } = schema
  if (constant !== undefined) return fc.constant(constant)
  if (Array.isArray(choices)) return fc.constantFrom(...choices)
  if (Array.isArray(options)) return fc.oneof(...options.map((each: Schema) => anyOf(each)))
  switch (type) {
    case 'integer':
      return fc.integer({
        min: Number(schema['minimum'] ?? -10),
        max: Math.min(Number(schema['maximum'] ?? 10), 1e6),
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(anyOf((items as Schema | undefined) ?? {}), { maxLength: 12 })
    case 'object': {
      const fields = Object.entries((properties ?? {}) as Record<string, Schema>)
      const keys = Array.isArray(required) ? (required as string[]) : []
      return fc.record(Object.fromEntries(fields.map(([name, each]) => [name, anyOf(each)])), {
        requiredKeys: keys,
      })
    }
    default:
      return fc.string({ maxLength: 40, unit: 'grapheme' })
  }
}
