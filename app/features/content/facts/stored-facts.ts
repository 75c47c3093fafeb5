import { z } from 'zod'

import { line } from '../fields.ts'

import type { Facts } from './fill-facts.ts'
import { type Fact, retentionFacts, starterFacts } from './starter-facts.ts'

export const FACTS_SETTING = 'facts'

export const factSchema = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-zA-Z0-9]{0,39}$/, 'Please use letters and digits, the first a small letter.'),
  title: line('What it says', { max: 80 }),
  value: line('Value', { max: 120 }),
})

const storedSchema = z.array(factSchema)

/** The starter's facts with the owner's values, then the owner's own. */
export function listFacts(stored: unknown): Fact[] {
  const own = storedSchema.safeParse(stored).data ?? []
  const starterNames = new Set(starterFacts.map(({ name }) => name))
  return [
    ...starterFacts.map((fact) => ({ ...fact, ...own.find(({ name }) => name === fact.name) })),
    ...own.filter(({ name }) => !starterNames.has(name)),
  ]
}

/** Every fact that texts may name, with its value. */
export function factsOf(stored: unknown): Facts {
  return Object.fromEntries([...listFacts(stored), ...retentionFacts].map(({ name, value }) => [name, value]))
}
