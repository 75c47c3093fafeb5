import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { actorMay } from '#app/platform/require-actor.ts'

/** The input field of actions that act as a visitor of a page does. */
export const readerLanguage = z
  .string()
  .max(20)
  .optional()
  .describe('One of the site’s languages, such as de or pt-BR; the main one if left out')

/** Returns a context in the language. A hidden one is for those who may read content. @throws {FieldErrors} language: not the site's */
export async function inLanguage(ctx: Ctx, asked: string | undefined): Promise<Ctx> {
  if (asked === undefined) return ctx
  const { languages, mainLanguage } = await ctx.site(ctx)
  if (asked === mainLanguage) return { ...ctx, language: null }
  const readsHidden = ctx.actor !== null && actorMay(ctx.actor, 'content.read')
  const offered = languages.filter(({ isHidden }) => readsHidden || !isHidden)
  if (offered.some(({ tag }) => tag === asked)) return { ...ctx, language: asked }
  const known = offered.map(({ tag }) => tag).join(', ')
  throw new FieldErrors({ language: `The site does not have this language. It has: ${known}.` })
}
