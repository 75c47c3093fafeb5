import { z } from 'zod'

import { readContent } from '#app/features/content/site-content.server.ts'
import { checkText } from '#app/features/content/wording/check-text.ts'
import {
  LONGEST_TEXT,
  withText,
  wordingSetting,
} from '#app/features/content/wording/wording-setting.server.ts'
import { pageOf } from '#app/lib/paging.ts'
import { foldForSearch, readableText } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { textField } from '#app/platform/http/form-action.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { catalogue, type CatalogueText, productTexts } from './catalogue.ts'

export const TEXTS_PER_PAGE = 25

export type WordingQuery = { q: string; isChanged: boolean; page: number }

/** A text of the catalogue with its current wording and earlier ones. */
export type ListedText = Pick<CatalogueText, 'key' | 'group' | 'places' | 'mayBeEmpty'> & {
  own: string
  /** Null if the product's own text is used. */
  worded: string | null
  earlier: readonly { text: string; until: number }[]
}

/** Lists the texts that contain every searched word, in their wording or name. */
export async function listWording(ctx: Ctx, query: WordingQuery) {
  const stored = await wordingSetting.readAsOwner(ctx)
  const words = foldForSearch(query.q).split(/\s+/).filter(Boolean)
  const found = catalogue
    .map(({ key, group, places, mayBeEmpty, text }): ListedText => {
      const { text: worded = null, earlier = [] } = stored[key] ?? {}
      return { key, group, places, mayBeEmpty, own: text, worded, earlier }
    })
    .filter(({ worded }) => !query.isChanged || worded !== null)
    .filter(({ key, group, own, worded }) => {
      const searched = foldForSearch([key, group, own, worded].join(' '))
      return words.every((word) => searched.includes(word))
    })
  const { page, pages, offset } = pageOf(found.length, TEXTS_PER_PAGE, query.page)
  return { texts: found.slice(offset, offset + TEXTS_PER_PAGE), total: found.length, page, pages }
}

/** The field is not named `key`, because fields of that name are treated as secrets. */
export const wordingForm = z.object({ place: textField, text: textField })

/** Rewords a text; the former wording joins the earlier ones. @throws {FieldErrors} text. */
export async function changeText(
  ctx: Ctx,
  { place: key, text: typed }: z.output<typeof wordingForm>,
): Promise<void> {
  requireActor(ctx, 'content.write')
  const text = getText(key)
  const read = readableText(typed)?.trim()
  if (read === undefined) throw new FieldErrors({ text: 'This contains characters that cannot be stored.' })
  if (read === '' && !text.mayBeEmpty)
    throw new FieldErrors({ text: 'This text is required. Please enter one, or reset it.' })
  if (read.length > LONGEST_TEXT)
    throw new FieldErrors({ text: `Please use at most ${LONGEST_TEXT.toLocaleString('en')} characters.` })
  const { facts } = await readContent(ctx)
  const fault = read === '' ? null : checkText(read, text, new Set(Object.keys(facts)))
  if (fault !== null) throw new FieldErrors({ text: fault })
  const worded = withEdges(read, text.text)
  await store(ctx, key, worded === text.text ? null : worded)
}

/** Restores the spaces around a text that is part of a sentence. */
function withEdges(typed: string, own: string): string {
  const before = /^\s/.test(own) && !/^\p{Po}/u.test(typed) ? ' ' : ''
  return `${before}${typed}${/\s$/.test(own) ? ' ' : ''}`
}

/** Restores the product's own text. @throws {AppError} not-found. */
export async function resetText(ctx: Ctx, { place: key }: { place: string }): Promise<void> {
  requireActor(ctx, 'content.write')
  getText(key)
  await store(ctx, key, null)
}

async function store(ctx: Ctx, key: string, text: string | null): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'wording')
    const stored = await wordingSetting.read(ctx)
    if ((stored[key]?.text ?? null) === text) return
    await wordingSetting.save(ctx, withText(stored, key, text, ctx.clock.now()))
  })
}

function getText(key: string): CatalogueText {
  const text = productTexts.get(key)
  if (!text) throw new AppError('not-found', 'There is no such text.')
  return text
}
