import { Form, Link } from 'react-router'
import { z } from 'zod'

import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Download } from '#app/ui/icons.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { describeHoldings } from '../describe-holdings.server.ts'
import type { ErasedCounts } from '../erase-holdings.server.ts'
import { erasePersonalData } from '../erase-personal-data.server.ts'
import { listPastErasures } from '../list-past-erasures.server.ts'

import type { Route } from './+types/privacy.route.ts'
import { describeCounts } from './describe-counts.ts'
import { HoldingsView } from './holdings-view.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({ erasures: await listPastErasures(ctx) }))
}

const person = z.object({ address: textField })

export const action = formAction({
  find: form({
    schema: person,
    run: async (ctx, { address }) => ({ address, holdings: await describeHoldings(ctx, { address }) }),
  }),
  erase: form({
    schema: person,
    run: async (ctx, input) => ({ address: '', holdings: null, counts: await erasePersonalData(ctx, input) }),
    toast: ({ counts }) => ({ title: 'Erased', text: describeCounts(counts) }),
  }),
})

export function meta() {
  return [{ title: 'Privacy · Admin' }]
}

export default function PrivacyRoute({ loaderData, actionData }: Route.ComponentProps) {
  const address = actionData?.value?.address ?? actionData?.typed['address']
  return (
    <AdminPage title="Privacy">
      <BackLink to="/admin/settings" name="Settings" />
      <Form
        method="post"
        aria-label="Find a person’s data"
        className="grid gap-4 rounded-lg border border-line bg-raised p-6"
      >
        <FormFields>
          <p className="text-sm text-secondary">
            Before you export or erase anything, make sure that the request is theirs: write to the address
            and wait for the answer. The{' '}
            <Link to="/privacy" reloadDocument className="underline underline-offset-4">
              privacy policy
            </Link>{' '}
            says how much time you have.{' '}
          </p>
          <div className="grid items-start gap-3 sm:grid-cols-[1fr_auto]">
            <TextField
              key={address}
              id="address"
              name="address"
              label="E-mail address"
              type="email"
              autoComplete="off"
              required
              maxLength={254}
              defaultValue={address}
              error={actionData?.errors['address']}
            />
            <Button
              type="submit"
              name="intent"
              value="find"
              tone="solid"
              className="justify-self-start sm:mt-7"
            >
              Find
            </Button>
          </div>
        </FormFields>
      </Form>
      {actionData?.value?.holdings ? <HoldingsView holdings={actionData.value.holdings} /> : null}
      <PastErasures erasures={loaderData.erasures} />
    </AdminPage>
  )
}

type Past = { id: string; erasedAt: number; counts: Partial<ErasedCounts> }

function PastErasures({ erasures }: { erasures: Past[] }) {
  const { timeZone } = useAdminShell()
  return (
    <section aria-labelledby="past-title" className="grid gap-4 rounded-lg border border-line bg-raised p-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="past-title" className="font-semibold">
          Erasures carried out
        </h2>
        {erasures.length > 0 ? (
          <a
            href="/admin/privacy/erasures.jsonl"
            download
            className={buttonClass({ tone: 'outline', size: 'sm' })}
          >
            <Download aria-hidden className="size-4" />
            Download the list
          </a>
        ) : null}
      </div>
      <p className="text-sm text-secondary">
        Only a keyed hash of each address is kept, so that an erasure can be carried out again when an older
        backup is restored. The list is also stored next to the database. Keep a copy somewhere else, apart
        from your database and backups.
      </p>
      {erasures.length === 0 ? (
        <p className="text-sm text-muted">None yet.</p>
      ) : (
        <ul className="grid gap-2 text-sm">
          {erasures.map(({ id, erasedAt, counts }) => (
            <li key={id}>
              <Time at={erasedAt} timeZone={timeZone} />
              <span className="text-secondary"> · {describeCounts(counts)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
