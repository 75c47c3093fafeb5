import { ownNameOf, readLanguage, rootOfLanguage, type SiteLanguage } from '#app/lib/languages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { announceContent } from '#app/features/content/announce-content.server.ts'

import { siteLanguages } from './site-languages.server.ts'

/** Adds a language at the end. @throws {FieldErrors} language: unknown, there already, or its address is a page's. */
export async function addLanguage(ctx: Ctx, typed: string): Promise<void> {
  requireActor(ctx, 'content.write')
  const tag = readLanguage(typed)
  if (tag === null)
    throw new FieldErrors({
      language: 'Please choose a language, or enter a tag such as pt-BR of one of them.',
    })
  const root = rootOfLanguage(tag)
  const taken = await ctx.db
    .selectFrom('page')
    .select('name')
    .where('language', 'is', null)
    .where((where) => where.or([where('path', '=', root), where('path', 'like', `${root}/%`)]))
    .executeTakeFirst()
  if (taken)
    throw new FieldErrors({
      language: `The page ${taken.name} has an address that begins with ${root}. Please move it first.`,
    })
  await change(ctx, (others, main) => {
    if ([main, ...others.map((other) => other.tag)].some((known) => rootOfLanguage(known) === root))
      throw new FieldErrors({ language: `The site has ${ownNameOf(tag)} already.` })
    return [...others, { tag, isHidden: false }]
  })
}

/** Removes a language from the site. Its versions of pages and posts stay stored, and come back with it. @throws {AppError} not-found. */
export async function removeLanguage(ctx: Ctx, tag: string): Promise<void> {
  requireActor(ctx, 'content.write')
  await change(ctx, (others) => {
    findLanguage(others, tag)
    return others.filter((other) => other.tag !== tag)
  })
}

/** Hides a language from visitors, or shows it again. @throws {AppError} not-found. */
export async function switchLanguage(ctx: Ctx, tag: string): Promise<void> {
  requireActor(ctx, 'content.write')
  await change(ctx, (others) => {
    findLanguage(others, tag)
    return others.map((other) => (other.tag === tag ? { tag, isHidden: !other.isHidden } : other))
  })
}

/** Moves a language one place to the front. @throws {AppError} not-found. */
export async function moveLanguage(ctx: Ctx, tag: string): Promise<void> {
  requireActor(ctx, 'content.write')
  await change(ctx, (others) => {
    const at = others.indexOf(findLanguage(others, tag))
    return at < 1
      ? others
      : [...others.slice(0, at - 1), ...others.slice(at - 1, at + 1).toReversed(), ...others.slice(at + 1)]
  })
}

type Change = (others: readonly SiteLanguage[], main: string) => readonly SiteLanguage[]

async function change(ctx: Ctx, make: Change): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'languages')
    const [others, { mainLanguage }] = await Promise.all([siteLanguages.read(ctx), ctx.site(ctx)])
    await siteLanguages.save(ctx, [...make(others, mainLanguage)])
    await announceContent(ctx)
  })
}

function findLanguage(others: readonly SiteLanguage[], tag: string): SiteLanguage {
  const found = others.find((other) => other.tag === tag)
  if (!found)
    throw new AppError('not-found', 'The site does not have this language. It may have been removed.')
  return found
}
