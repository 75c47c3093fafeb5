import { Form, Link } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'

import type { MergeProposal, PersonDetail } from '../get-person.server.ts'

const reasons: Record<MergeProposal['reason'], string> = {
  phone: 'the same phone number',
  name: 'the same name and company',
}

type Props = Pick<PersonDetail, 'proposals' | 'merged' | 'addresses'> & { error: string | undefined }

export function PersonMerges({ proposals, merged, addresses, error }: Props) {
  return (
    <section
      aria-labelledby="merges-title"
      className="grid gap-4 rounded-lg border border-line bg-raised p-5"
    >
      <h2 id="merges-title" className="text-sm font-medium text-muted">
        One person, several addresses
      </h2>
      {proposals.length > 0 ? <Proposals proposals={proposals} /> : null}
      {merged.length > 0 ? <Merged merged={merged} addresses={addresses} /> : null}
      <Form method="post" className="grid gap-3">
        <FormFields>
          <input type="hidden" name="intent" value="merge-address" />
          <TextField
            key={merged.length}
            id="merge-address"
            name="otherAddress"
            label="Another address of this person"
            type="email"
            required
            maxLength={254}
            error={error}
            hint="Merges this person with the person who has that address. Nothing is lost, and you can undo it."
          />
          <Button type="submit" tone="outline" size="sm" className="justify-self-start">
            Merge
          </Button>
        </FormFields>
      </Form>
    </section>
  )
}

function Proposals({ proposals }: { proposals: readonly MergeProposal[] }) {
  return (
    <ul aria-label="Likely the same person" className="grid gap-3">
      {proposals.map(({ id, name, company, address, reason }) => {
        const shown = name || address || 'Without a name'
        return (
          <li key={id} className="grid gap-2 rounded-md border border-line p-3 text-sm">
            <p className="break-words">
              <Link to={`/admin/people/${id}`} className="font-medium underline underline-offset-4">
                <bdi>{shown}</bdi>
              </Link>{' '}
              <span className="text-secondary">
                <bdi>{[company, address].filter(Boolean).join(', ')}</bdi> has {reasons[reason]}.
              </span>
            </p>
            <Form method="post" className="flex flex-wrap gap-2">
              <FormFields>
                <input type="hidden" name="other" value={id} />
                <Button type="submit" name="intent" value="merge" tone="outline" size="sm">
                  Merge<span className="sr-only"> with {shown}</span>
                </Button>
                <Button type="submit" name="intent" value="apart" tone="quiet" size="sm">
                  Not the same<span className="sr-only"> as {shown}</span>
                </Button>
              </FormFields>
            </Form>
          </li>
        )
      })}
    </ul>
  )
}

function Merged({ merged, addresses }: Pick<Props, 'merged' | 'addresses'>) {
  return (
    <ul aria-label="Merged into this person" className="grid gap-3">
      {merged.map(({ id, name }) => {
        const theirs = addresses.filter(({ person_id }) => person_id === id).map(({ shown }) => shown)
        const shown = name || theirs[0] || 'Without a name'
        return (
          <li key={id} className="grid gap-2 rounded-md border border-line p-3 text-sm">
            <p className="break-words">
              <bdi className="font-medium">{shown}</bdi>{' '}
              <bdi className="text-secondary">{theirs.join(', ')}</bdi>
            </p>
            <Form method="post">
              <FormFields>
                <input type="hidden" name="intent" value="unmerge" />
                <input type="hidden" name="merged" value={id} />
                <Button type="submit" tone="outline" size="sm">
                  Unmerge<span className="sr-only"> {shown}</span>
                </Button>
              </FormFields>
            </Form>
          </li>
        )
      })}
    </ul>
  )
}
