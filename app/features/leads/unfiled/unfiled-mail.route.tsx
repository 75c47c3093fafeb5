import { Form, Link } from 'react-router'
import { z } from 'zod'

import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { isPrefetch } from '#app/platform/http/is-prefetch.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { type ListAndDetailHandle, openAhead } from '#app/ui/list-and-detail.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'

import { markSeen } from '../thread/mark-seen.server.ts'
import { Attachments, ReceivedText } from '../thread/thread-entry.tsx'

import type { Route } from './+types/unfiled-mail.route.ts'
import { bringBackReceived, dismissReceived } from './dismiss-received.server.ts'
import { FileWithLead } from './file-with-lead.tsx'
import { fileReceived, takeOutReceived } from './file-by-hand.server.ts'
import { makeLeadFromMail, unmakeLead } from './lead-from-mail.server.ts'
import { getReceived, listLeadsFor, type Received } from './list-unfiled.server.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 200)
    const { mail, next } = await getReceived(ctx, params.id)
    const leads = await listLeadsFor(ctx, { from: mail.reply_to_email ?? mail.from_email, q })
    if (!isPrefetch(request)) await markSeen(ctx, { mailId: mail.id })
    return { mail, next, leads, q }
  })
}

const byId = z.object({ id: z.string() })
const ofLead = byId.extend({ lead: textField })
const undo = (id: string, fields: Record<string, string>) => ({ action: `/admin/unfiled/${id}`, fields })

export const action = formAction({
  file: form({
    schema: ofLead,
    run: (ctx, { id, lead }) => fileReceived(ctx, { id, leadId: lead }),
    toast: (_filed, { id, lead }) => ({
      title: 'Filed',
      undo: undo(id, { intent: 'take-out', lead }),
    }),
  }),
  'take-out': form({
    schema: ofLead,
    run: (ctx, { id, lead }) => takeOutReceived(ctx, { id, leadId: lead }),
    toast: { title: 'The mail is unfiled again' },
  }),
  'make-lead': form({
    schema: byId,
    run: makeLeadFromMail,
    toast: (_made, { id }) => ({ title: 'Lead created', undo: undo(id, { intent: 'unmake-lead' }) }),
  }),
  'unmake-lead': form({ schema: byId, run: unmakeLead, toast: { title: 'The mail is unfiled again' } }),
  dismiss: form({
    schema: byId,
    run: (ctx, { id }) => dismissReceived(ctx, { ids: [id] }),
    toast: (_dismissed, { id }) => ({ title: 'Dismissed', undo: undo(id, { intent: 'bring-back' }) }),
  }),
  'bring-back': form({
    schema: byId,
    run: (ctx, { id }) => bringBackReceived(ctx, { ids: [id] }),
    toast: { title: 'Mail restored' },
  }),
})

export const clientLoader = openAhead<Awaited<ReturnType<typeof loader>>>

export const handle: ListAndDetailHandle = { detailOf: { list: '/admin/unfiled', title: 'Unfiled' } }

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.mail.subject || 'Mail'} · Admin` }]
}

export default function UnfiledMailRoute({ loaderData }: Route.ComponentProps) {
  const { mail, next, leads, q } = loaderData
  const isWaiting = mail.lead_id === null && mail.dismissed_at === null
  useKeptFocus(isWaiting)
  return (
    <AdminPage title={<bdi>{mail.subject || 'No subject'}</bdi>}>
      <BackLink to="/admin/unfiled" name="Unfiled">
        {next ? <Link to={`/admin/unfiled/${next}`}>Next mail</Link> : null}
      </BackLink>
      <div className="grid items-start gap-6 @min-[46rem]:grid-cols-[1fr_20rem]">
        <article aria-label="Mail" className="grid min-w-0 gap-4 rounded-lg border border-line bg-raised p-5">
          <MailHead mail={mail} />
          <ReceivedText {...mail} />
          <Attachments files={mail.attachments} />
        </article>
        <div className="grid min-w-0 gap-6">
          {isWaiting ? (
            <>
              <FileWithLead leads={leads} q={q} />
              <Otherwise mail={mail} />
            </>
          ) : (
            <WhereItIs mail={mail} />
          )}
        </div>
      </div>
    </AdminPage>
  )
}

function MailHead({ mail }: { mail: Received }) {
  const { timeZone } = useAdminShell()
  const recipients = (JSON.parse(mail.recipients) as string[]).join(', ')
  return (
    <dl className="grid gap-3 border-b border-line pb-4 text-sm">
      <Fact name="From">{mailbox(mail.from_name, mail.from_email)}</Fact>
      {mail.reply_to_email ? (
        <Fact name="Reply to">{mailbox(mail.reply_to_name, mail.reply_to_email)}</Fact>
      ) : null}
      <Fact name="To">{recipients}</Fact>
      <Fact name="Received">
        <Time at={mail.at} timeZone={timeZone} />{' '}
        {mail.is_automatic ? <Badge tone="plain">Automatic</Badge> : null}
      </Fact>
    </dl>
  )
}

function mailbox(name: string | null, email: string): string {
  return name && email ? `${name} <${email}>` : email
}

function Otherwise({ mail }: { mail: Received }) {
  return (
    <Form method="post" className="flex flex-wrap gap-2">
      <FormFields>
        {mail.from_email ? (
          <Button type="submit" name="intent" value="make-lead" tone="solid">
            Create a new lead
          </Button>
        ) : null}
        <Button type="submit" name="intent" value="dismiss" tone="outline">
          Dismiss
        </Button>
      </FormFields>
    </Form>
  )
}

function WhereItIs({ mail }: { mail: Received }) {
  const { lead_id, lead_name } = mail
  return (
    <section aria-label="Filing" className="grid gap-3 rounded-lg border border-line bg-raised p-5 text-sm">
      <p className="wrap-anywhere">
        {lead_id ? (
          <>
            This mail is filed with <bdi className="font-medium">{lead_name}</bdi>.
          </>
        ) : (
          'This mail was dismissed. It is deleted here 30 days later; the mailbox keeps it.'
        )}
      </p>
      <Form method="post" className="flex flex-wrap gap-2">
        <FormFields>
          {lead_id ? (
            <>
              <Link to={`/admin/leads/${lead_id}`} className={buttonClass({ tone: 'solid', size: 'sm' })}>
                Open the lead
              </Link>
              <input type="hidden" name="lead" value={lead_id} />
              <Button type="submit" name="intent" value="take-out" tone="outline" size="sm">
                Remove from lead
              </Button>
            </>
          ) : (
            <Button type="submit" name="intent" value="bring-back" tone="outline" size="sm">
              Bring back
            </Button>
          )}
        </FormFields>
      </Form>
    </section>
  )
}
