import { data, Form, Link } from 'react-router'

import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { readForm, textFields } from '#app/platform/http/read-form.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Toast } from '#app/ui/toast.tsx'
import { useActionToast } from '#app/ui/use-action-toast.ts'

import { type DescribedHoldings, describeHoldings } from '../describe-holdings.server.ts'
import { erasePersonalData } from '../erase-personal-data.server.ts'
import { listPastErasures } from '../list-past-erasures.server.ts'

import type { Route } from './+types/privacy.route.ts'
import { describeCounts } from './describe-counts.ts'
import { HoldingsView } from './holdings-view.tsx'
import { PastErasures } from './past-erasures.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({ erasures: await listPastErasures(ctx) }))
}

type Answer = {
  address: string
  holdings?: DescribedHoldings
  errors?: Readonly<Record<string, string>>
  toast?: Toast
}

export function action({ context, request }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    const { intent, address = '' } = textFields(await readForm(request))
    try {
      if (intent === 'erase') {
        const counts = await erasePersonalData(ctx, { address })
        return data<Answer>({ address: '', toast: { title: 'Erased', text: describeCounts(counts) } })
      }
      return data<Answer>({ address, holdings: await describeHoldings(ctx, { address }) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const errors = error instanceof FieldErrors ? error.fields : { address: error.message }
      return data<Answer>({ address, errors }, { status: error.status })
    }
  })
}

export function meta() {
  return [{ title: 'Privacy · Admin' }]
}

export default function PrivacyRoute({ loaderData, actionData }: Route.ComponentProps) {
  useActionToast(actionData)
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
            key={actionData?.address}
            id="address"
            name="address"
            label="E-mail address"
            type="email"
            autoComplete="off"
            required
            maxLength={254}
            defaultValue={actionData?.address}
            error={actionData?.errors?.['address']}
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
      {actionData?.holdings ? <HoldingsView holdings={actionData.holdings} /> : null}
      <PastErasures erasures={loaderData.erasures} />
    </AdminPage>
  )
}
