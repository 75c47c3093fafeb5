import { RotateCw } from 'lucide-react'
import { Form } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { emailStateNames, emailStateTone } from '#app/ui/email-state.ts'
import { Time } from '#app/ui/time.tsx'
import { useActionToast } from '#app/ui/use-action-toast.ts'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { Route } from './+types/email.route.ts'
import { previewEmail } from './preview-email.server.ts'
import { resendEmail } from './resend-email.server.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, (ctx) => previewEmail(ctx, params.id))
}

export function action({ context, params }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    await resendEmail(ctx, params.id)
    return { toast: { title: 'Queued', text: 'The mail is on its way again.' } }
  })
}

export function meta() {
  return [{ title: 'Mail · Admin' }]
}

export default function EmailRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { timeZone } = useAdminShell()
  const { state, canSend } = loaderData
  useActionToast(actionData)
  const canSendAgain = canSend && (state === 'held' || state === 'failed')
  return (
    <AdminPage
      title={loaderData.subject}
      actions={
        canSendAgain ? (
          <Form method="post">
            <Button type="submit" tone="solid">
              <RotateCw aria-hidden className="size-4" />
              Send again
            </Button>
          </Form>
        ) : null
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
          <dd>{(JSON.parse(loaderData.recipients) as string[]).join(', ')}</dd>
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
