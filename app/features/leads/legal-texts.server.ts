import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/**
 * Stores the legal texts as visitors see them now. Call it before the inquiry's transaction, because two transactions
 * that store the same text would wait for each other.
 * @returns their ids, separated by spaces.
 */
export async function keepLegalTexts(ctx: Ctx): Promise<string> {
  const texts = await ctx.legalTexts(ctx)
  if (texts.length === 0) return ''
  const ids = texts.map(({ id }) => id)
  const kept = await ctx.db.selectFrom('legal_text').select('id').where('id', 'in', ids).execute()
  const missing = texts.filter((text) => !kept.some(({ id }) => id === text.id))
  if (missing.length > 0)
    await ctx.db
      .insertInto('legal_text')
      .values(missing.map((text) => ({ ...text, agreed_at: ctx.clock.now() })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  return ids.join(' ')
}

/** Returns the texts that a lead's sender agreed to; none for a lead from before they were stored. */
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
  requireActor(ctx, 'leads.read')
  const text = await ctx.db.selectFrom('legal_text').selectAll().where('id', '=', id).executeTakeFirst()
  if (!text) throw new AppError('not-found', 'There is no such version of a legal text.')
  return text
}
