import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { type ListAndDetailHandle, openAhead } from '#app/ui/list-and-detail.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { emailStateNames, emailStateTone } from '#app/ui/email-state.ts'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { Route } from './+types/email.route.ts'
import { emailAction } from './email-forms.server.ts'
import { EmailActions, useEmailForm } from './email-actions.tsx'
import { previewEmail } from './read-emails.server.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, (ctx) => previewEmail(ctx, params.id))
}

export const action = emailAction

export const clientLoader = openAhead<Awaited<ReturnType<typeof loader>>>

export const handle: ListAndDetailHandle = { detailOf: { list: '/admin/outbox', title: 'Outbox' } }

export function meta() {
  return [{ title: 'Mail · Admin' }]
}

export default function EmailRoute({ loaderData }: Route.ComponentProps) {
  const { timeZone } = useAdminShell()
  const fetcher = useEmailForm()
  const { state, canSend, isSecret } = loaderData
  const isSent = state === 'sent'
  const addresses = (JSON.parse(loaderData.recipients) as string[]).join(', ')
  return (
    <AdminPage
      title={loaderData.subject}
      actions={
        isSent ? null : (
          <fetcher.Form method="post" className="flex flex-wrap items-center gap-2">
            <FormFields>
              <EmailActions
                fetcher={fetcher}
                canResend={canSend && state !== 'waiting'}
                canCorrect={!isSecret}
                canDismiss={state !== 'dismissed'}
                findAddress={() => addresses}
                resend="Send again"
              />
            </FormFields>
          </fetcher.Form>
        )
      }
    >
      <BackLink to="/admin/outbox" name="Outbox" />
      <div className="rounded-lg border border-line bg-raised">
        <dl className="grid gap-2 border-b border-line p-5 text-sm sm:grid-cols-[6rem_1fr]">
          <dt className="text-muted">State</dt>
          <dd>
            <Badge tone={emailStateTone[state]}>{emailStateNames[state]}</Badge>
          </dd>
          <dt className="text-muted">To</dt>
          <dd>{addresses}</dd>
          <dt className="text-muted">{loaderData.sent_at ? 'Sent' : 'Written'}</dt>
          <dd>
            <Time at={loaderData.sent_at ?? loaderData.created_at} timeZone={timeZone} />
          </dd>
          {loaderData.last_error ? (
            <>
              <dt className="text-muted">Last answer</dt>
              <dd>
                {loaderData.last_error} (
                {loaderData.attempts === 1 ? '1 try' : `${loaderData.attempts} tries`})
              </dd>
            </>
          ) : null}
        </dl>
        <pre className="overflow-x-auto p-5 font-sans whitespace-pre-wrap">{loaderData.text}</pre>
      </div>
    </AdminPage>
  )
}
