import { data } from 'react-router'

import type { Ctx } from '#app/platform/context.server.ts'
import { emailStates } from '#app/platform/db/schema/email.ts'
import type { EmailSelection } from '#app/platform/email/change-emails.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { readForm, textFields } from '#app/platform/http/read-form.server.ts'
import type { Toast } from '#app/ui/toast.tsx'

import { correctEmails } from './correct-emails.server.ts'
import { dismissEmails } from './dismiss-emails.server.ts'
import { resendEmails } from './resend-emails.server.ts'

export type OutboxAnswer = { ok: boolean; toast: Toast; errors?: Readonly<Record<string, string>> }

/** What the buttons of the outbox and of a mail do, each to one mail or to many. */
export async function changeEmails(ctx: Ctx, request: Request, id?: string) {
  const fields = textFields(await readForm(request))
  const selection = id === undefined ? readSelection(fields) : { ids: [id] }
  try {
    const toast = await carryOut(ctx, fields, selection)
    return data<OutboxAnswer>({ ok: true, toast })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const errors = error instanceof FieldErrors ? { errors: error.fields } : {}
    const toast = { title: 'Nothing was changed', text: error.message, tone: 'destructive' as const }
    return data<OutboxAnswer>({ ok: false, toast, ...errors }, { status: error.status })
  }
}

async function carryOut(
  ctx: Ctx,
  { intent = 'resend', address = '' }: Record<string, string>,
  selection: EmailSelection,
): Promise<Toast> {
  switch (intent) {
    case 'resend':
      return toastOf(await resendEmails(ctx, selection), 'Queued', 'on its way again', 'on their way again')
    case 'correct': {
      const count = await correctEmails(ctx, { selection, address })
      return toastOf(count, 'Address corrected', 'queued again', 'queued again')
    }
    case 'dismiss':
      return toastOf(await dismissEmails(ctx, selection), 'Dismissed', 'given up', 'given up')
    default:
      throw new AppError('invalid', 'This page does not know what to do. Load it again.')
  }
}

function toastOf(count: number, title: string, ofOne: string, ofMany: string): Toast {
  if (count === 0) return { title: 'Nothing to do', text: 'These mails were sent, or wait already.' }
  return { title, text: count === 1 ? `The mail is ${ofOne}.` : `${count} mails are ${ofMany}.` }
}

/** `all` with the list's filter, or the ids of the mails that were picked. */
function readSelection({ all, state, ids = '' }: Record<string, string>): EmailSelection {
  if (all === 'yes') return { state: emailStates.find((name) => name === state) ?? null }
  const picked = ids.split(',').filter(Boolean)
  if (picked.length === 0) throw new AppError('invalid', 'No mail is selected.')
  return { ids: picked }
}
