import { keepPerson } from '#app/features/leads/persons/keep-person.server.ts'
import { type ContactField, contactFieldNames } from '#app/features/people/contact-fields.ts'
import { addPerson } from '#app/features/people/change-person.server.ts'
import { mapNames } from '#app/lib/map-names.ts'
import type { Ctx } from '#app/platform/context.server.ts'

let made = 0

export async function createPerson(
  ctx: Ctx,
  fields: Partial<Record<ContactField, string>> = {},
): Promise<string> {
  made += 1
  const email = `person${made}@example.com`
  return (await addPerson(ctx, { ...mapNames(contactFieldNames, () => ''), email, ...fields })).id
}

/** Stores people with the fewest fields that a list shows. */
export async function createPeople(ctx: Ctx, names: readonly string[]): Promise<void> {
  for (const [n, name] of names.entries()) {
    const contact = { name, email: `many${n}@example.com`, company: null, phone: null, phone_e164: null }
    await keepPerson(ctx, contact, { at: ctx.clock.now() + n, origin: 'hand' })
  }
}
