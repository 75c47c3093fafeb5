import { Form, redirect } from 'react-router'
import { z } from 'zod'

import { canWrite } from '#app/features/ai/writing/write-with-assistant.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { isPrefetch } from '#app/platform/http/is-prefetch.server.ts'
import { listAssignees } from '#app/platform/members.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { type ListAndDetailHandle, openAhead } from '#app/ui/list-and-detail.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Afterwards } from '#app/ui/use-awake.ts'
import { LiveViewers } from '#app/ui/viewers.tsx'
import { Mail, ShieldAlert, Trash2 } from '#app/ui/icons.tsx'

import {
  addLeadNote,
  changeLeadStatus,
  endProject,
  moveLeadToInbox,
  moveLeadToSpam,
} from '../change-lead.server.ts'
import { deleteLead } from '../delete-lead.server.ts'
import { leadStatuses } from '../lead-status.ts'
import { getLead } from '../get-lead.server.ts'
import { listThread } from '../thread/list-thread.server.ts'
import { listMentionable } from '../mentions/mentions.server.ts'
import { markSeen } from '../thread/mark-seen.server.ts'
import { ReplyForm } from '../thread/reply-form.tsx'
import { resendReply } from '../thread/resend-reply.server.ts'
import { translateLeadForm } from '#app/features/foreign-messages/translate-forms.server.ts'
import { FORM_OF_MAILS } from '../unfiled/unfiled-query.ts'
import { AddressTaken, correctLeadAddress } from '../persons/correct-address.server.ts'

import type { Route } from './+types/lead.route.ts'
import { LeadAddress, PersonLink } from './lead-address.tsx'
import { LeadEmails, LeadFacts } from './lead-facts.tsx'
import { NoteForm } from './lead-event.tsx'
import { ProjectEndForm } from './lead-project-end.tsx'
import { workForms } from './lead-work-forms.server.ts'
import { LeadWorkForm } from './lead-work-form.tsx'
import { LeadTimeline } from './lead-timeline.tsx'
import { StatusForm } from './lead-status-form.tsx'
import { undoOfStatus } from './undo-of-status.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { searchParams } = new URL(request.url)
    const [detail, thread, canDraft, assignees, mentionable, { currency }] = await Promise.all([
      getLead(ctx, params.id, searchParams.get('history')),
      listThread(ctx, params.id, searchParams.get('before')),
      canWrite(ctx),
      listAssignees(ctx),
      listMentionable(ctx),
      ctx.site(ctx),
    ])
    if (!isPrefetch(request)) await markSeen(ctx, { leadId: params.id })
    const names = mentionable.map(({ name }) => name)
    return { ...detail, thread, canDraft, assignees, names, currency }
  })
}

const byId = z.object({ id: z.string() })
const seenStatus = z.enum(leadStatuses).optional()

export const action = formAction({
  ...workForms,
  status: form({
    schema: byId.extend({ status: textField, seen: seenStatus }),
    run: changeLeadStatus,
    toast: (undo) => ({ title: 'Status changed', undo: undoOfStatus(undo) }),
  }),
  'undo-status': form({
    schema: byId.extend({ status: textField, seen: seenStatus, ended: z.coerce.number().int().optional() }),
    async run(ctx, { ended, ...change }) {
      await changeLeadStatus(ctx, { ...change, projectEndedAt: ended ?? null })
    },
    toast: { title: 'Undone' },
  }),
  'project-end': form({ schema: byId.extend({ day: textField }), run: endProject }),
  note: form({ schema: byId.extend({ note: textField }), run: addLeadNote }),
  address: form({
    schema: byId.extend({ email: textField }),
    run: async (ctx, input) => {
      await correctLeadAddress(ctx, input)
      return { taken: null }
    },
    toast: { title: 'Address corrected', text: 'Mails now go to the corrected address.' },
    onRejected: (_ctx, error) => ({ taken: error instanceof AddressTaken ? error.holder : null }),
  }),
  'resend-reply': form({ schema: byId.extend({ mail: textField }), run: resendReply }),
  translate: translateLeadForm,
  spam: form({ schema: byId, run: (ctx, { id }) => moveLeadToSpam(ctx, id) }),
  'not-spam': form({ schema: byId, run: (ctx, { id }) => moveLeadToInbox(ctx, id) }),
  delete: form({
    schema: byId,
    async run(ctx, { id }) {
      const deletion = await deleteLead(ctx, id)
      return redirect(`/admin/leads?deletion=${deletion.id}`)
    },
  }),
})

export const clientLoader = openAhead<Awaited<ReturnType<typeof loader>>>

export const handle: ListAndDetailHandle = { detailOf: { list: '/admin/leads', title: 'Leads' } }

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.lead.name ?? 'Lead'} · Admin` }]
}

export default function LeadRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { lead, work, person, emails, legalTexts, thread, canDraft } = loaderData
  const isFromMail = lead.form === FORM_OF_MAILS && thread.mails.length > 0
  return (
    <AdminPage title={<bdi>{lead.name}</bdi>} width="list" actions={<Actions lead={lead} />}>
      <BackLink to="/admin/leads" name="All leads">
        {person ? <PersonLink person={person} /> : null}
        <LiveViewers path={`/admin/leads/${lead.id}/changes`} />
      </BackLink>
      {lead.spam_reason ? <SpamNotice reason={lead.spam_reason} /> : null}
      <div className="grid grid-cols-1 items-start gap-6 @min-[52rem]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-1 gap-6">
          <section id="thread" aria-labelledby="message-title" className="lead-thread">
            <h2 id="message-title" className="sr-only">
              Message
            </h2>
            <LeadTimeline {...loaderData} inquiry={isFromMail ? null : lead} />
            {thread.unreachable ? <UnreachableNotice email={lead.email} {...thread.unreachable} /> : null}
            <ReplyForm
              key={thread.sent}
              leadId={lead.id}
              replyKey={thread.key}
              draft={thread.draft}
              canDraft={canDraft}
            />
          </section>
          <Afterwards>
            <NoteForm
              leadId={lead.id}
              names={loaderData.names}
              newest={loaderData.events[0]?.id}
              error={actionData?.errors['note']}
            />
          </Afterwards>
        </div>
        <div className="grid grid-cols-1 gap-4">
          <Afterwards>
            <StatusForm key={lead.id} status={lead.status} />
            <LeadWorkForm
              key={`work-${lead.id}`}
              work={work}
              currency={loaderData.currency}
              assigneeId={lead.assignee_id}
              assignees={loaderData.assignees}
              errors={actionData?.errors}
            />
            {lead.status === 'won' ? (
              <ProjectEndForm endedAt={lead.project_ended_at} error={actionData?.errors['day']} />
            ) : null}
            <LeadFacts lead={lead} legalTexts={legalTexts} />
            <LeadAddress
              email={lead.email}
              error={actionData?.errors['email']}
              taken={actionData?.value && 'taken' in actionData.value ? actionData.value.taken : null}
            />
            <LeadEmails emails={emails} />
          </Afterwards>
        </div>
      </div>
    </AdminPage>
  )
}

type Lead = Route.ComponentProps['loaderData']['lead']

function Actions({ lead }: { lead: Lead }) {
  return (
    <>
      <a href="#reply" className={buttonClass({ tone: 'outline', size: 'sm' })}>
        <Mail aria-hidden className="size-4" />
        Reply
      </a>
      {lead.spam_reason ? null : (
        <Form method="post">
          <FormFields>
            <Button type="submit" name="intent" value="spam" tone="outline" size="sm">
              <ShieldAlert aria-hidden className="size-4" />
              Spam
            </Button>
          </FormFields>
        </Form>
      )}
      <Form method="post">
        <FormFields>
          <Button type="submit" name="intent" value="delete" tone="danger" size="sm">
            <Trash2 aria-hidden className="size-4" />
            Delete
          </Button>
        </FormFields>
      </Form>
    </>
  )
}

function UnreachableNotice({ email, reason }: { email: string; reason: string }) {
  return (
    <div role="note" className="rounded-md border border-warning/40 bg-warning/10 px-4 py-3 text-sm">
      <p className="wrap-anywhere">
        Mails to <bdi>{email}</bdi> bounce. Please correct the address, or ask for another one.
      </p>
      <p className="mt-1 text-muted wrap-anywhere">
        <bdi>{reason}</bdi>
      </p>
    </div>
  )
}

function SpamNotice({ reason }: { reason: string }) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-warning/40 bg-warning/10 px-4 py-3">
      <p className="flex-1 text-sm">This inquiry is in the Spam folder: {reason} No mail was sent.</p>
      <Form method="post">
        <FormFields>
          <Button type="submit" name="intent" value="not-spam" tone="outline" size="sm">
            Not spam
          </Button>
        </FormFields>
      </Form>
    </div>
  )
}
