import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/**
 * Keeps the legal texts as visitors see them now, for a lead that is stored in the same transaction. A text that did not
 * change is kept already.
 * @returns their ids, with blanks between them.
 */
export async function keepLegalTexts(ctx: Ctx): Promise<string> {
  const texts = await ctx.legalTexts(ctx)
  if (texts.length > 0)
    await ctx.db
      .insertInto('legal_text')
      .values(texts.map((text) => ({ ...text, agreed_at: ctx.clock.now() })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  return texts.map(({ id }) => id).join(' ')
}

/** The texts that a lead's sender agreed to; none for one that is older than they are kept. */
export async function findAgreedTexts(ctx: Ctx, lead: { consent_version: string }) {
  return ctx.db
    .selectFrom('legal_text')
    .select(['id', 'path', 'title', 'body'])
    .where('id', 'in', lead.consent_version.split(' '))
    .orderBy('path', 'desc')
    .execute()
}

/** @throws {AppError} not-found. */
export async function getLegalText(ctx: Ctx, id: string) {
  requireActor(ctx)
  const text = await ctx.db.selectFrom('legal_text').selectAll().where('id', '=', id).executeTakeFirst()
  if (!text) throw new AppError('not-found', 'There is no such version of a legal text.')
  return text
}
