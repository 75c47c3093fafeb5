import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { trialTexts } from './messages.ts'

const PURPOSE = 'site-trial'

/** Returns the secret token of a trial: its id and a signature. */
export function trialToken(ctx: Pick<Ctx, 'signer'>, id: string): string {
  return `${id}.${ctx.signer.sign(PURPOSE, id)}`
}

export function trialPath(ctx: Pick<Ctx, 'signer'>, id: string): string {
  return `/try/${trialToken(ctx, id)}`
}

/** @throws {AppError} not-found, whether it is forged, deleted or expired */
export async function getTrial(ctx: Ctx, token: string) {
  const [id = '', signature = ''] = token.split('.')
  const trial = ctx.signer.verify(PURPOSE, id, signature)
    ? await ctx.db
        .selectFrom('site_trial')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', ctx.clock.now())
        .executeTakeFirst()
    : undefined
  if (!trial) throw new AppError('not-found', (await wordedTexts(ctx, trialTexts)).errors.notFound)
  return trial
}

/**
 * Returns the BCP 47 tag of the language that the visitor read when the trial began; null for the site's main language.
 * @throws {AppError} not-found.
 */
export async function languageOfTrial(ctx: Ctx, token: string): Promise<string | null> {
  return (await getTrial(ctx, token)).language
}

/** Deletes a trial; anyone who has its link may do so. */
export async function deleteTrial(ctx: Ctx, token: string): Promise<void> {
  const { id } = await getTrial(ctx, token)
  await ctx.db.deleteFrom('site_trial').where('id', '=', id).execute()
}
