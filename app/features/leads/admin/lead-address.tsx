import { Form, Link } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'

import type { LeadDetail } from '../get-lead.server.ts'
import type { AddressHolder } from '../persons/correct-address.server.ts'

export function PersonLink({ person }: { person: NonNullable<LeadDetail['person']> }) {
  const { id, earlier } = person
  return (
    <Link to={`/admin/people/${id}`} prefetch="intent" className="underline underline-offset-4">
      {earlier === 0
        ? 'The person'
        : earlier === 1
          ? '1 earlier inquiry'
          : `${earlier.toLocaleString('en-US')} earlier inquiries`}
    </Link>
  )
}

type LeadAddressProps = {
  email: string
  error: string | undefined
  taken: AddressHolder | null | undefined
}

/** Corrects a mistyped address. If another person has it, links to them so that both can be merged. */
export function LeadAddress({ email, error, taken }: LeadAddressProps) {
  return (
    <details open={error !== undefined} className="rounded-lg border border-line bg-raised p-5">
      <summary className="text-sm font-medium text-muted">Correct the address</summary>
      <Form method="post" key={email} className="mt-3 grid gap-3">
        <FormFields>
          <input type="hidden" name="intent" value="address" />
          <TextField
            id="lead-email"
            name="email"
            label="Corrected address"
            type="email"
            required
            maxLength={254}
            defaultValue={email}
            error={error}
            hint="Future mails go to the corrected address. The history shows both."
          />
          <Button type="submit" tone="outline" size="sm" className="justify-self-start">
            Correct address
          </Button>
          {taken ? (
            <p className="text-sm">
              <Link to={`/admin/people/${taken.id}`} className="underline underline-offset-4">
                Open <bdi>{taken.name}</bdi>
              </Link>{' '}
              to merge both people there.
            </p>
          ) : null}
        </FormFields>
      </Form>
    </details>
  )
}
