import { z } from 'zod'

import { form, textField } from '#app/platform/http/form-action.server.ts'

import { translateConversation, translateLeadMessage } from './translate-messages.server.ts'

const byId = z.object({ id: z.string() })

/** The form of a lead's page; `mail` is empty for the inquiry. */
export const translateLeadForm = form({
  schema: byId.extend({ mail: textField }),
  async run(ctx, { id, mail }, { request }) {
    await translateLeadMessage(ctx, { leadId: id, mailId: mail || null }, request.signal)
  },
  rejected: 'Not translated',
})

export const translateConversationForm = form({
  schema: byId,
  run: (ctx, { id }, { request }) => translateConversation(ctx, id, request.signal),
  rejected: 'Not translated',
})
