import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { getStoredPage, keepStarter, pageSubject } from './stored-page.server.ts'

const PURPOSE = 'page preview'

const WRONG_DAYS = 'Please enter a number of days from 1 to 90.'

const linkSchema = z.object({
  id: z.string(),
  days: z.coerce.number(WRONG_DAYS).int(WRONG_DAYS).min(1, WRONG_DAYS).max(90, WRONG_DAYS),
})

export type PreviewLink = { id: string; url: string; madeAt: number; madeBy: string; expiresAt: number }

/**
 * Creates a link that shows the draft as the public page would look, to people without an account.
 * @param input.days until it expires.
 * @throws {FieldErrors} days.
 * @throws {AppError} not-found.
 */
export async function createPreviewLink(
  ctx: Ctx,
  input: { id: string; days: number | string },
): Promise<PreviewLink> {
  const { email } = requireActor(ctx, 'content.write')
  const asked = linkSchema.safeParse(input)
  if (!asked.success) throw new FieldErrors(firstFaults(asked.error.issues))
  const { id: pageId, days } = asked.data
  const { publicUrl } = await ctx.site(ctx)
  return withTransaction(ctx, async (ctx) => {
    const page = await getStoredPage(ctx, pageId)
    await keepStarter(ctx, pageId)
    const now = ctx.clock.now()
    await ctx.db.deleteFrom('page_preview').where('expires_at', '<=', now).execute()
    const link = {
      id: newId(),
      page_id: pageId,
      made_at: now,
      made_by: email,
      expires_at: now + days * DAY,
    }
    await ctx.db.insertInto('page_preview').values(link).execute()
    await recordChange(ctx, { what: 'page.preview_made', subject: pageSubject(page) })
    return toLink(ctx, link, publicUrl)
  })
}

/** Returns a page's links that still work, newest first. */
export async function listPreviewLinks(ctx: Ctx, pageId: string): Promise<PreviewLink[]> {
  requireActor(ctx, 'content.read')
  const { publicUrl } = await ctx.site(ctx)
  const links = await ctx.db
    .selectFrom('page_preview')
    .select(['id', 'made_at', 'made_by', 'expires_at'])
    .where('page_id', '=', pageId)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return links.map((link) => toLink(ctx, link, publicUrl))
}

/** Revokes a link. @throws {AppError} not-found. */
export async function revokePreviewLink(ctx: Ctx, { id, link }: { id: string; link: string }): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    const page = await getStoredPage(ctx, id)
    const revoked = await ctx.db
      .deleteFrom('page_preview')
      .where('id', '=', link)
      .where('page_id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!revoked) throw new AppError('not-found', 'There is no such link. It may have expired.')
    await recordChange(ctx, { what: 'page.preview_revoked', subject: pageSubject(page) })
  })
}

/**
 * Returns the id of the page that a link shows.
 * @param token the end of the link's address.
 * @throws {AppError} not-found for a link that is wrong, expired or revoked.
 */
export async function findPreviewedPage(ctx: Ctx, token: string): Promise<string> {
  const [id = '', key = ''] = token.split('.')
  if (ctx.signer.verify(PURPOSE, id, key)) {
    const link = await ctx.db
      .selectFrom('page_preview')
      .select('page_id')
      .where('id', '=', id)
      .where('expires_at', '>', ctx.clock.now())
      .executeTakeFirst()
    if (link) return link.page_id
  }
  throw new AppError(
    'not-found',
    'This link no longer works. Please ask the person who sent it for a new one.',
  )
}

type StoredLink = { id: string; made_at: number; made_by: string; expires_at: number }

/** The key is signed with the secret, so that a copy of the database alone opens nothing. */
function toLink(ctx: Ctx, { id, made_at, made_by, expires_at }: StoredLink, publicUrl: string): PreviewLink {
  const url = `${publicUrl}/preview/${id}.${ctx.signer.sign(PURPOSE, id)}`
  return { id, url, madeAt: made_at, madeBy: made_by, expiresAt: expires_at }
}
