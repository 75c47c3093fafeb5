import { Form } from 'react-router'
import { z } from 'zod'

import { deliveryStates, listDeliveries, resendDelivery } from '#app/features/webhooks/deliveries.server.ts'
import { DeliveryList } from '#app/features/webhooks/delivery-list.tsx'
import { AddWebhookForm, SigningSecret, WebhookList } from '#app/features/webhooks/webhook-panels.tsx'
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  sendTestEvent,
  turnOnWebhook,
} from '#app/features/webhooks/webhooks.server.ts'
import { answerTo } from '#app/lib/form-answer.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import { apiSettings } from '../rest/api-settings.server.ts'

import type { Route } from './+types/webhooks.route.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.get('state')
  const state = deliveryStates.find((each) => each === asked) ?? null
  return answer(context, async (ctx) => ({
    webhooks: await listWebhooks(ctx),
    deliveries: await listDeliveries(ctx, { state }),
    state,
    origins: (await apiSettings.readAsOwner(ctx)).origins,
  }))
}

const one = z.object({ id: textField })
const rejected = 'Not done'

export const action = formAction({
  add: form({
    schema: anyFields,
    run: (ctx, { url = '', ...fields }) => addWebhook(ctx, { url, events: Object.keys(fields) }),
    toast: { title: 'Webhook added', text: 'Copy its signing secret now: it is not shown again.' },
  }),
  rotate: form({
    schema: one,
    run: rotateSecret,
    toast: { title: 'New signing secret', text: 'The old one also signs for one more day.' },
    rejected,
  }),
  test: form({
    schema: one,
    run: sendTestEvent,
    toast: { title: 'Test on its way', text: 'It appears in the list of deliveries.' },
    rejected,
  }),
  on: form({ schema: one, run: turnOnWebhook, toast: { title: 'Webhook turned on' }, rejected }),
  remove: form({ schema: one, run: removeWebhook, toast: { title: 'Webhook removed' }, rejected }),
  resend: form({ schema: one, run: resendDelivery, toast: { title: 'On its way again' }, rejected }),
  origins: form({ ...apiSettings.form, toast: { title: 'Saved' } }),
})

export function meta() {
  return [{ title: 'API and webhooks · Admin' }]
}

export default function WebhooksRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { webhooks, deliveries, state, origins } = loaderData
  const made = actionData?.value
  return (
    <AdminPage title="API and webhooks">
      <BackLink to="/admin/settings" name="Settings" />
      <WebhookList webhooks={webhooks} />
      {made ? <SigningSecret url={made.url} secret={made.secret} /> : null}
      <AddWebhookForm answer={answerTo(actionData, 'add')} />
      <DeliveryList deliveries={deliveries} state={state} />
      <OriginsForm origins={origins} error={answerTo(actionData, 'origins')?.errors['origins']} />
    </AdminPage>
  )
}

function OriginsForm({ origins, error }: { origins: readonly string[]; error: string | undefined }) {
  const hint = 'One per line, such as https://app.example. Programs outside of browsers do not need this.'
  return (
    <Form method="post" aria-label="API" className="grid gap-5 rounded-lg border border-line bg-raised p-6">
      <FormFields>
        <h2 className="text-lg font-semibold">API</h2>
        <p className="max-w-2xl text-sm text-secondary">
          <a href="/api/v1">/api/v1</a> describes what programs can read and change. Each member creates
          tokens under Account.
        </p>
        <Field id="origins" label="Other sites whose pages may call the API" error={error} hint={hint}>
          <TextArea
            name="origins"
            rows={3}
            defaultValue={origins.join('\n')}
            {...fieldControl('origins', error, hint)}
          />
        </Field>
        <div>
          <Button type="submit" name="intent" value="origins" tone="outline">
            Save
          </Button>
        </div>
      </FormFields>
    </Form>
  )
}
