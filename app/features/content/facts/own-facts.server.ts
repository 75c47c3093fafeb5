import { z } from 'zod'

import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import { announceContent } from '../announce-content.server.ts'
import { line } from '../fields.ts'

import type { Facts } from './fill-facts.ts'
import { type Fact, retentionFacts, siteFactNames, starterFacts } from './starter-facts.ts'

/** Names that a fact may not have, because the site, the software or blocks fill them. */
const taken = new Set<string>([
  ...siteFactNames,
  'site',
  'product',
  'service',
  'timeline',
  'amount',
  'percent',
  'number',
  'name',
  'years',
  'personMiddle',
  'personFrom',
  'personTo',
  'agentFrom',
  'agentTo',
  ...retentionFacts.map(({ name }) => name),
])

export const factSchema = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-zA-Z0-9]{0,39}$/, 'Please use letters and digits, starting with a lowercase letter.')
    .refine((name) => !taken.has(name), 'This name is taken. Please choose another.'),
  title: line('What it says', { max: 80 }),
  value: line('Value', { max: 120 }),
})

/** The owner's values of the starter's facts, and the owner's own facts. Sentences with an empty fact are left out. */
export const ownFacts = defineSetting({
  key: 'facts',
  schema: z
    .array(factSchema)
    .max(200, 'Please use at most 200 facts.')
    .refine(
      (facts) => new Set(facts.map(({ name }) => name)).size === facts.length,
      'Two facts have the same name.',
    ),
  defaults: [],
  audit: () => 'settings.facts',
  path: '/admin/facts',
  area: 'content',
  onSaved: announceContent,
  exported: { file: 'facts' },
})

/** Returns the starter's facts with the owner's values, then the owner's own. */
export function listFacts(own: readonly Fact[]): Fact[] {
  const starterNames = new Set(starterFacts.map(({ name }) => name))
  return [
    ...starterFacts.map((fact) => ({ ...fact, ...own.find(({ name }) => name === fact.name) })),
    ...own.filter(({ name }) => !starterNames.has(name)),
  ]
}

/** Returns the values of the owner's and the software's facts. */
export function factsOf(own: readonly Fact[]): Facts {
  return Object.fromEntries([...listFacts(own), ...retentionFacts].map(({ name, value }) => [name, value]))
}
