import { answersOf } from '#app/lib/question.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { readStoredFile } from './inquiry-files.server.ts'

/** Returns the file with its name in the lead's answer. @throws {AppError} not-found. */
export async function getInquiryFile(ctx: Ctx, id: string) {
  requireActor(ctx, 'leads.read')
  const found = await ctx.db
    .selectFrom('lead_file')
    .innerJoin('lead', 'lead.id', 'lead_id')
    .select('answers')
    .where('lead_file.id', '=', id)
    .executeTakeFirst()
  const answer = found && answersOf(found.answers).find(({ file }) => file?.id === id)
  const bytes = answer && (await readStoredFile(ctx, id))
  if (!answer || !bytes) throw new AppError('not-found', 'There is no such file. It may have been deleted.')
  return { name: String(answer.answer), bytes }
}
