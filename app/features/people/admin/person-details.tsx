import { Form } from 'react-router'

import { ownNameOf } from '#app/lib/languages.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { contactLimits } from '../contact-fields.ts'
import type { PersonDetail } from '../get-person.server.ts'

const origins = {
  inquiry: 'Came from an inquiry, which shows their consent',
  hand: 'Added by hand, without a stored consent',
  import: 'Imported, without a stored consent',
}

type Props = { person: PersonDetail['person']; errors: Readonly<Record<string, string>> }

export function PersonDetails({ person, errors }: Props) {
  const { timeZone } = useAdminShell()
  return (
    <section aria-labelledby="details-title" className="rounded-lg border border-line bg-raised p-5">
      <h2 id="details-title" className="mb-3 text-sm font-medium text-muted">
        Details
      </h2>
      <Form method="post" className="grid gap-3">
        <FormFields>
          <input type="hidden" name="intent" value="details" />
          <TextField
            id="name"
            name="name"
            label="Name"
            maxLength={contactLimits.name}
            defaultValue={person.name}
            error={errors['name']}
          />
          <TextField
            id="phone"
            name="phone"
            label="Phone"
            type="tel"
            maxLength={contactLimits.phone}
            defaultValue={person.phone ?? undefined}
            error={errors['phone']}
          />
          <TextField
            id="company"
            name="company"
            label="Company"
            maxLength={contactLimits.company}
            defaultValue={person.company ?? undefined}
            error={errors['company']}
          />
          <Button type="submit" tone="outline" size="sm" className="justify-self-start">
            Save
          </Button>
        </FormFields>
      </Form>
      <p className="mt-4 text-sm text-secondary">
        {origins[person.origin]}.{person.language ? ` Reads ${ownNameOf(person.language)}.` : ''} Known since{' '}
        <Time at={person.created_at} timeZone={timeZone} />.
      </p>
    </section>
  )
}
