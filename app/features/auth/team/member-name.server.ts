import { readableLine } from '#app/lib/readable-text.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

const NAME_MAX = 80

/** @throws {FieldErrors} */
export function parseName(typed: string): string {
  const name = readableLine(typed)
  if (name === null) throw new FieldErrors({ name: 'This contains characters that cannot be read.' })
  if (name === '') throw new FieldErrors({ name: 'Please enter your name.' })
  if (name.length > NAME_MAX) throw new FieldErrors({ name: `Please use at most ${NAME_MAX} characters.` })
  return name
}

/** Changes the member's own name. @throws {FieldErrors} */
export async function renameSelf(ctx: Ctx, input: { name: string }): Promise<void> {
  const { memberId, name: before } = requireActor(ctx, 'account.write')
  const name = parseName(input.name)
  await withTransaction(ctx, async (ctx) => {
    await ctx.db.updateTable('member').set({ name }).where('id', '=', memberId).execute()
    const subject = { id: memberId, path: '/admin/account' }
    await recordChange(ctx, { what: 'member.renamed', subject, values: { name: [before, name] } })
  })
}
