import { Form, Link } from 'react-router'
import { z } from 'zod'

import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { describeHoldings } from '../describe-holdings.server.ts'
import { erasePersonalData } from '../erase-personal-data.server.ts'
import { listPastErasures } from '../list-past-erasures.server.ts'

import type { Route } from './+types/privacy.route.ts'
import { describeCounts } from './describe-counts.ts'
import { HoldingsView } from './holdings-view.tsx'
import { PastErasures } from './past-erasures.tsx'

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
        <p className="text-sm text-secondary">
          Whoever asks what you hold about them, or wants it deleted, is found by their e-mail address. Make
          sure first that it is they who ask: write to that address and wait for the answer. By when, the{' '}
          <Link to="/privacy" reloadDocument className="underline underline-offset-4">
            privacy policy
          </Link>{' '}
          says.
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
      </Form>
      {actionData?.value?.holdings ? <HoldingsView holdings={actionData.value.holdings} /> : null}
      <PastErasures erasures={loaderData.erasures} />
    </AdminPage>
  )
}
