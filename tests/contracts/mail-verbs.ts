import { bringBackReceived, dismissReceived } from '#app/features/leads/unfiled/dismiss-received.server.ts'
import { fileReceived, takeOutReceived } from '#app/features/leads/unfiled/file-by-hand.server.ts'
import { makeLeadFromMail, unmakeLead } from '#app/features/leads/unfiled/lead-from-mail.server.ts'
import {
  deleteSavedReply,
  keepSavedReply,
  savedReplies,
} from '#app/features/content/saved-replies/saved-replies.server.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createThreadMail } from '#tests/factories/thread-mail.ts'
import type { TestCtx } from '#tests/support/test-ctx.ts'

import { type AdminVerb, SECRET_WORDS, verb, withId } from './admin-verb.ts'

const received = (ctx: TestCtx) =>
  createThreadMail(ctx, { subject: SECRET_WORDS, text: SECRET_WORDS, from_name: SECRET_WORDS })

export const mailVerbs: readonly AdminVerb[] = [
  verb(
    keepSavedReply,
    'settings.saved_replies',
    async () => (ctx) => keepSavedReply(ctx, { id: '', name: SECRET_WORDS, text: SECRET_WORDS }),
  ),
  verb(deleteSavedReply, 'settings.saved_replies', async (ctx) => {
    await savedReplies.save(ctx, [{ id: 'one', name: SECRET_WORDS, text: SECRET_WORDS }])
    return (later) => deleteSavedReply(later, { id: 'one' })
  }),
  verb(
    { name: 'savedReplies.save' },
    'settings.saved_replies',
    async () => (ctx) => savedReplies.save(ctx, [{ id: 'one', name: SECRET_WORDS, text: SECRET_WORDS }]),
  ),
  verb(fileReceived, 'mail.filed', async (ctx) => {
    const leadId = await createLead(ctx, { name: SECRET_WORDS })
    const id = await received(ctx)
    return (later) => fileReceived(later, { id, leadId })
  }),
  verb(takeOutReceived, 'mail.unfiled', async (ctx) => {
    const leadId = await createLead(ctx, { name: SECRET_WORDS })
    const id = await createThreadMail(ctx, { lead_id: leadId, text: SECRET_WORDS })
    return (later) => takeOutReceived(later, { id, leadId })
  }),
  verb(
    makeLeadFromMail,
    'lead.made_from_mail',
    withId(received, (ctx, id) => makeLeadFromMail(ctx, { id })),
  ),
  verb(unmakeLead, 'mail.unfiled', async (ctx) => {
    const id = await received(ctx)
    await makeLeadFromMail(ctx, { id })
    return (later) => unmakeLead(later, { id })
  }),
  verb(
    dismissReceived,
    'mail.dismissed',
    withId(received, (ctx, id) => dismissReceived(ctx, { ids: [id] })),
  ),
  verb(
    bringBackReceived,
    'mail.brought_back',
    withId(
      (ctx) => createThreadMail(ctx, { dismissed_at: 1 }),
      (ctx, id) => bringBackReceived(ctx, { ids: [id] }),
    ),
  ),
]
