import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors, firstFaults } from '#app/platform/errors.ts'

import { factSchema, listFacts, ownFacts } from './own-facts.server.ts'
import { type Fact, starterFacts } from './starter-facts.ts'

type Fields = Readonly<Record<string, string>>

const added = { name: 'newName', title: 'newTitle', value: 'newValue' } as const

export const fieldOf = (name: string) => `fact.${name}`

/** Returns all facts that the owner may change. @throws {AppError} unauthenticated without the owner. */
export async function readFacts(ctx: Ctx): Promise<Fact[]> {
  return listFacts(await ownFacts.readAsOwner(ctx))
}

/**
 * Stores the entered values, and a new fact if a name or a value for it was given.
 * @throws {FieldErrors} by the form's fields.
 */
export async function saveFacts(ctx: Ctx, fields: Fields): Promise<void> {
  const faults: Record<string, string> = {}
  const check = (fact: Fact, fieldFor: (key: string) => string): Fact => {
    const parsed = factSchema.safeParse(fact)
    if (parsed.success) return parsed.data
    for (const [key, fault] of Object.entries(firstFaults(parsed.error.issues))) faults[fieldFor(key)] = fault
    return fact
  }
  const known = await readFacts(ctx)
  const facts = known.map(({ name, title, value }) => {
    const typed = fields[fieldOf(name)]
    return check({ name, title, value: typed ?? value }, () => fieldOf(name))
  })
  const { newName = '', newTitle = '', newValue = '' } = fields
  if ([newName, newTitle, newValue].some((text) => text.trim() !== '')) {
    const name = newName.trim()
    facts.push(
      check(
        { name, title: newTitle.trim() || name, value: newValue },
        (key) => added[key as keyof typeof added],
      ),
    )
    if (known.some((fact) => fact.name === name)) faults[added.name] = 'A fact with this name already exists.'
  }
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  await ownFacts.save(
    ctx,
    facts.filter(({ name, value }) => starterFacts.find((fact) => fact.name === name)?.value !== value),
  )
}
