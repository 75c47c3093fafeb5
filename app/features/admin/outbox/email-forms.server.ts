import { z } from 'zod'

import type { Toast } from '#app/lib/form-answer.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { emailStates } from '#app/platform/db/schema/email.ts'
import type { EmailSelection } from '#app/platform/email/change-emails.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'

import { EMAILS_PER_PAGE } from './read-emails.server.ts'
import { correctEmails, dismissEmails, resendEmails } from './change-emails.server.ts'

/** Selects one mail by the route's id, or many: all that match the list's filter, or those picked. */
const selected = z.object({ id: textField, all: textField, state: textField, address: textField })
type Selected = z.infer<typeof selected>
type Change = { selection: EmailSelection; address: string }

export const emailAction = formAction(
  {
    resend: change((ctx, { selection }) => resendEmails(ctx, selection), {
      title: 'Queued',
      ofOne: 'on its way again',
      ofMany: 'on their way again',
    }),
    correct: change(correctEmails, {
      title: 'Address corrected',
      ofOne: 'queued again',
      ofMany: 'queued again',
    }),
    dismiss: change((ctx, { selection }) => dismissEmails(ctx, selection), {
      title: 'Dismissed',
      ofOne: 'dismissed',
      ofMany: 'dismissed',
    }),
  },
  { maxFields: EMAILS_PER_PAGE + 10 },
)

function change(
  run: (ctx: Ctx, change: Change) => Promise<number>,
  done: { title: string; ofOne: string; ofMany: string },
) {
  return form({
    schema: selected,
    run: (ctx, input, { posted }) =>
      run(ctx, { selection: selectionOf(input, posted.getAll('pick').map(String)), address: input.address }),
    toast: (count: number): Toast => {
      if (count === 0)
        return { title: 'Nothing to do', text: 'These mails have been sent or are waiting already.' }
      const text = count === 1 ? `The mail is ${done.ofOne}.` : `${count} mails are ${done.ofMany}.`
      return { title: done.title, text }
    },
    rejected: 'Nothing was changed',
  })
}

function selectionOf({ id, all, state }: Selected, picked: readonly string[]): EmailSelection {
  if (id !== '') return { ids: [id] }
  if (all === 'yes') return { state: emailStates.find((name) => name === state) ?? null }
  if (picked.length === 0) throw new AppError('invalid', 'No mail is selected.')
  return { ids: picked }
}
