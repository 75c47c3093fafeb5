import { Form, Link } from 'react-router'

import type { AddressHolder } from '#app/features/leads/persons/correct-address.server.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField, TypedContext, useTyped } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'

import type { PersonDetail } from '../get-person.server.ts'

type Props = {
  addresses: PersonDetail['addresses']
  errors: Readonly<Record<string, string>>
  taken: AddressHolder | null
}

export function PersonAddresses({ addresses, errors, taken }: Props) {
  const rejected = useTyped('address', '')
  return (
    <section aria-labelledby="addresses-title" className="rounded-lg border border-line bg-raised p-5">
      <h2 id="addresses-title" className="mb-3 text-sm font-medium text-muted">
        {addresses.length === 1 ? 'Address' : 'Addresses'}
      </h2>
      <ul className="grid gap-4">
        {addresses.map((entry) => {
          const isRejected = entry.address === rejected
          return (
            <li key={entry.address} className="grid gap-2">
              <a
                href={`mailto:${encodeURIComponent(entry.shown)}`}
                className="break-all underline underline-offset-4"
              >
                <bdi>{entry.shown}</bdi>
              </a>
              {isRejected ? (
                <CorrectionForm entry={entry} error={errors['email']} />
              ) : (
                <TypedContext value={{}}>
                  <CorrectionForm entry={entry} />
                </TypedContext>
              )}
              {isRejected && taken ? <MergeOffer holder={taken} /> : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type CorrectionProps = { entry: Props['addresses'][number]; error?: string | undefined }

function CorrectionForm({ entry: { address, shown }, error }: CorrectionProps) {
  return (
    <details open={error !== undefined}>
      <summary className="text-sm text-secondary">
        Correct<span className="sr-only"> {shown}</span>
      </summary>
      <Form method="post" className="mt-3 grid gap-3" key={shown}>
        <FormFields>
          <input type="hidden" name="intent" value="address" />
          <input type="hidden" name="address" value={address} />
          <TextField
            id={`email-${address}`}
            name="email"
            label="Corrected address"
            type="email"
            required
            maxLength={254}
            defaultValue={shown}
            error={error}
            hint="All inquiries from the old address get this one too."
          />
          <Button type="submit" tone="outline" size="sm" className="justify-self-start">
            Correct address
          </Button>
        </FormFields>
      </Form>
    </details>
  )
}

function MergeOffer({ holder }: { holder: AddressHolder }) {
  return (
    <Form method="post" className="grid gap-2 rounded-md border border-warning/40 bg-warning/10 p-3 text-sm">
      <FormFields>
        <input type="hidden" name="intent" value="merge" />
        <input type="hidden" name="other" value={holder.id} />
        <p>
          The address belongs to{' '}
          <Link to={`/admin/people/${holder.id}`} className="underline underline-offset-4">
            <bdi>{holder.name}</bdi>
          </Link>
          . Merge both people first, then correct the address. You can undo a merge.
        </p>
        <Button type="submit" tone="outline" size="sm" className="justify-self-start">
          Merge both
        </Button>
      </FormFields>
    </Form>
  )
}
