import { redirect } from 'react-router'
import { z } from 'zod'

import { textField, singleFormAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'

import type { Route } from './+types/replies.route.ts'
import { ReplyForm } from './reply-form.tsx'
import { MAX_REPLY_BYTES, MAX_REPLY_FILES } from './reply-files.ts'
import { sendReply } from './send-reply.server.ts'

/** Has its own path, because uploads are allowed by fixed paths. */
export const action = singleFormAction(
  {
    schema: z.object({ lead: textField, key: textField, text: textField }),
    async run(ctx, { lead, key, text }, { posted }) {
      const chosen = posted
        .getAll('files')
        .filter((file) => file instanceof File)
        // Browsers send an empty file without a name if none was chosen.
        .filter(({ name, size }) => name !== '' || size > 0)
      const files = await Promise.all(
        chosen.map(async (file) => ({
          name: file.name,
          type: file.type,
          bytes: new Uint8Array(await file.arrayBuffer()),
        })),
      )
      await sendReply(ctx, { leadId: lead, key, text, files })
      // Without a fragment. The router may ignore a redirect to a fragment of the open page, and the form would stay at “Sending…”.
      return redirect(`/admin/leads/${encodeURIComponent(lead)}`)
    },
    rejected: 'The reply was not sent',
    onFault: { event: 'leads.reply_failed', text: 'It could not be stored. Please try again.' },
  },
  {
    maxBytes: 512 * 1024,
    maxFileBytes: MAX_REPLY_BYTES,
    maxFields: MAX_REPLY_FILES + 10,
    notSecret: ['key'],
  },
)

export function meta() {
  return [{ title: 'Reply · Admin' }]
}

/** Shown when a reply is rejected without JavaScript; normally the form is on the lead's page. */
export default function RepliesRoute({ actionData }: Route.ComponentProps) {
  const { lead = '', key = '', text = '' } = actionData?.typed ?? {}
  if (lead === '')
    return (
      <AdminPage title="Reply">
        <BackLink to="/admin/leads" name="All leads" />
        <p className="text-secondary">Replies are written on the page of a lead.</p>
      </AdminPage>
    )
  return (
    <AdminPage title="Reply">
      <BackLink to={`/admin/leads/${lead}`} name="The lead" />
      <ReplyForm leadId={lead} replyKey={key} draft={text} errors={actionData?.errors} canDraft={false} />
    </AdminPage>
  )
}
