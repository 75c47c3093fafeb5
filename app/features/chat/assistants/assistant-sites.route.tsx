import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { z } from 'zod'

import {
  changeClientLink,
  clientLinkForm,
  makeClientLink,
  proposeLanguage,
  readClientLink,
  revokeClientLink,
} from '#app/features/chat/clients/client-link.server.ts'
import { ClientLinkForm } from '#app/features/chat/clients/client-link-form.tsx'
import { readIdentitySecret, renewIdentitySecret } from '#app/features/chat/embed/identity.server.ts'
import { allowOrigin, listRefusals } from '#app/features/chat/embed/refusals.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { may } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { Route } from './+types/assistant-sites.route.ts'
import { getAssistant } from './change-assistants.server.ts'
import { instructionsFor } from './instructions.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { role } = requireActor(ctx, 'knowledge.read')
    const [{ name, key }, refusals, secret, link, language, { publicUrl }] = await Promise.all([
      getAssistant(ctx, params.id),
      listRefusals(ctx, params.id),
      may(role, 'knowledge.write') ? readIdentitySecret(ctx, params.id) : null,
      may(role, 'conversations.read') ? readClientLink(ctx, params.id) : null,
      proposeLanguage(ctx, params.id),
      ctx.site(ctx),
    ])
    return {
      id: params.id,
      name,
      refusals,
      secret,
      link,
      language,
      instructions: instructionsFor(publicUrl, key),
    }
  })
}

const named = z.object({ id: textField })

export const action = formAction({
  allow: form({ schema: named.extend({ origin: textField }), run: allowOrigin, toast: { title: 'Allowed' } }),
  'renew-secret': form({ schema: named, run: renewIdentitySecret, toast: { title: 'Created' } }),
  'make-link': form({ schema: clientLinkForm, run: makeClientLink, toast: { title: 'Created' } }),
  'change-link': form({ schema: clientLinkForm, run: changeClientLink, toast: { title: 'Saved' } }),
  'revoke-link': form({ schema: named, run: revokeClientLink, toast: { title: 'Revoked' } }),
})

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.name}: sites · Admin` }]
}

export default function AssistantSitesRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, refusals, secret, link, language, instructions } = loaderData
  const { timeZone, now } = useAdminShell()
  return (
    <AdminPage title={<bdi>{name}</bdi>}>
      <BackLink to={`/admin/assistants/${id}`} name="Settings of the assistant" />
      {refusals.length > 0 ? (
        <Panel title="Refused sites">
          <p className="text-sm text-secondary">These sites asked for the assistant in the last 30 days.</p>
          <ul className="divide-y divide-line">
            {refusals.map(({ origin, seenAt, times }) => (
              <li key={origin} className="flex flex-wrap items-center gap-3 py-2">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {origin}
                  <span className="block text-sm text-muted">
                    {times === 1 ? 'Once' : `${times} times`}, last{' '}
                    <Time at={seenAt} timeZone={timeZone} now={now} />
                  </span>
                </span>
                <Form method="post">
                  <FormFields>
                    <input type="hidden" name="origin" value={origin} />
                    <Button
                      type="submit"
                      name="intent"
                      value="allow"
                      tone="outline"
                      aria-label={`Allow ${origin}`}
                    >
                      Allow
                    </Button>
                  </FormFields>
                </Form>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      <Panel title="Put it on a site">
        {instructions.map(({ name: place, text, code }) => (
          <details key={place} className="border-t border-line pt-3">
            <summary className="cursor-pointer font-medium">{place}</summary>
            <p className="mt-2 text-sm text-secondary">{text}</p>
            <pre
              dir="ltr"
              className="mt-2 rounded-md bg-overlay p-3 text-sm wrap-anywhere whitespace-pre-wrap"
            >
              {code}
            </pre>
            <div className="mt-2">
              <CopyButton text={code} />
            </div>
          </details>
        ))}
      </Panel>
      <Panel title="Visitors who have signed in there">
        <p className="text-sm text-secondary">
          The server of the other site signs the visitor’s e-mail address with this secret: HMAC-SHA256 of the
          address in lower case, in hexadecimal. A page then calls{' '}
          <code>{"foyer('identify', { name, email, signature })"}</code>. Without a right signature nothing is
          believed. A new secret makes the signatures of the former one wrong.
        </p>
        {secret === null ? null : (
          <TextField
            id="secret"
            label="Secret"
            readOnly
            value={secret}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        )}
        <Form method="post">
          <FormFields>
            <Button type="submit" name="intent" value="renew-secret" tone="outline">
              {secret === null ? 'Create a secret' : 'Create a new secret'}
            </Button>
          </FormFields>
        </Form>
      </Panel>
      <Panel title="Link for the client">
        <ClientLinkForm link={link} language={language} errors={actionData?.errors ?? {}} />
      </Panel>
    </AdminPage>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4 rounded-lg border border-line bg-raised p-6">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
