import { readableText } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { changeLead } from './change-lead.server.ts'

export const NOTE_MAX = 5000

/** @throws {FieldErrors} when the note is empty, too long or unreadable. */
export async function addLeadNote(ctx: Ctx, input: { id: string; note: string }): Promise<void> {
  const note = readableText(input.note)?.trim()
  if (note === undefined) throw new FieldErrors({ note: 'This contains characters that cannot be read.' })
  if (!note) throw new FieldErrors({ note: 'Please write something.' })
  if (note.length > NOTE_MAX) throw new FieldErrors({ note: `Please use at most ${NOTE_MAX} characters.` })
  await changeLead(ctx, { id: input.id, kind: 'note', body: note })
}
