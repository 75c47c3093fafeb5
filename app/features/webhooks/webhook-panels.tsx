import { Form } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { webhookEventKinds, webhookEvents } from '#app/platform/webhook-events.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { ListedWebhook } from './webhooks.server.ts'

export function WebhookList({ webhooks }: { webhooks: readonly ListedWebhook[] }) {
  if (webhooks.length === 0)
    return (
      <p className="text-secondary">A webhook tells another program what happens here; there is none yet.</p>
    )
  return (
    <ul aria-label="Webhooks" className="divide-y divide-line rounded-lg border border-line bg-raised">
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} />
      ))}
    </ul>
  )
}

function WebhookRow({
  webhook: { id, url, events, failing_since, disabled_at },
}: {
  webhook: ListedWebhook
}) {
  const { timeZone, now } = useAdminShell()
  const ofThis = <span className="sr-only"> of {url}</span>
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-all">{url}</span>
          {disabled_at !== null ? <Badge tone="danger">Off</Badge> : null}
          {disabled_at === null && failing_since !== null ? <Badge tone="warning">Failing</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          {events.join(', ')}
          {failing_since === null ? null : (
            <>
              . Nothing was delivered since <Time at={failing_since} timeZone={timeZone} now={now} />
            </>
          )}
        </p>
      </div>
      <Form method="post" className="flex flex-wrap gap-2">
        <FormFields>
          <input type="hidden" name="id" value={id} />
          {disabled_at !== null ? (
            <Button type="submit" name="intent" value="on" size="sm">
              Turn on{ofThis}
            </Button>
          ) : null}
          <Button type="submit" name="intent" value="test" tone="outline" size="sm">
            Send test<span className="sr-only"> to {url}</span>
          </Button>
          <Button type="submit" name="intent" value="rotate" tone="outline" size="sm">
            New secret{ofThis}
          </Button>
          <Button type="submit" name="intent" value="remove" tone="quiet" size="sm">
            Remove<span className="sr-only"> {url}</span>
          </Button>
        </FormFields>
      </Form>
    </li>
  )
}

/** Only the response to the form contains the secret; the database stores it encrypted. */
export function SigningSecret({ url, secret }: { url: string; secret: string }) {
  return (
    <section
      aria-label="New signing secret"
      className="grid gap-3 rounded-lg border border-success/50 bg-raised p-6"
    >
      <TextField
        id="signing-secret"
        label="Signing secret"
        value={secret}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        hint={`For ${url}. It is shown only once.`}
      />
      <div>
        <Button tone="outline" size="sm" onClick={() => void navigator.clipboard.writeText(secret)}>
          Copy the secret
        </Button>
      </div>
    </section>
  )
}

export function AddWebhookForm({ answer }: { answer: FormAnswer | undefined }) {
  const isTyped = answer?.ok === false
  const error = answer?.errors['events']
  return (
    <Form
      method="post"
      aria-label="New webhook"
      className="grid gap-5 rounded-lg border border-line bg-raised p-6"
    >
      <FormFields>
        <h2 className="text-lg font-semibold">New webhook</h2>
        <TextField
          id="webhook-url"
          name="url"
          label="URL"
          type="url"
          required
          autoComplete="off"
          hint="Events are posted to this address, signed as the Standard Webhooks specification describes."
          error={answer?.errors['url']}
          className="max-w-2xl"
        />
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-2 text-sm font-medium text-secondary">Events</legend>
          {webhookEventKinds.map((kind) => (
            <div key={kind} className="flex items-start gap-3">
              <input
                type="checkbox"
                id={`event-${kind}`}
                name={kind}
                defaultChecked={isTyped && kind in answer.typed}
                aria-describedby={`event-${kind}-hint`}
                className="mt-1 size-4"
              />
              <div>
                <label htmlFor={`event-${kind}`}>{kind}</label>
                <p id={`event-${kind}-hint`} className="text-sm text-muted">
                  {webhookEvents[kind]}
                </p>
              </div>
            </div>
          ))}
          {error ? <p className="text-sm text-danger">{error}</p> : null}
        </fieldset>
        <div>
          <Button type="submit" name="intent" value="add">
            Add webhook
          </Button>
        </div>
      </FormFields>
    </Form>
  )
}
