import type { Ctx } from '#app/platform/context.server.ts'
import { type TextGroup, textKey, TEXTS_TOPIC } from '#app/platform/text-translations.server.ts'

import { listOwnTexts, storeText } from '../languages/short-texts.server.ts'
import { changesOf, wordingSetting } from '../wording/wording-setting.server.ts'
import { listTexts } from '../wording/texts-in.ts'

import { type Replaced, replaceOwnTexts } from './replace-own-texts.server.ts'

type Languages = { from: string; to: string }
type Pair = { group: TextGroup; before: string; after: string }

/**
 * Puts the published translations of the owner's short texts in their place, and makes their present words the
 * translations of these. A text without a translation stays as it is. Runs in the caller's transaction.
 * @param moved next addresses of pages, by their present ones
 */
export async function exchangeTexts(
  ctx: Ctx,
  { from, to, moved }: Languages & { moved: ReadonlyMap<string, string> },
): Promise<void> {
  const pairs = await pairsOf(ctx, to)
  for (const { group, before, after } of pairs) {
    const [key, nextKey] = [textKey(group, before), textKey(group, after)]
    await storeText(ctx, { language: from, key: nextKey, source: after, draft: before, published: before })
    await keepOwn(ctx, { language: to, key, source: before, text: after })
    await followSource(ctx, { key, nextKey, source: after, except: [from, to] })
  }
  const replaced = new Map(pairs.map(({ group, before, after }) => [textKey(group, before), after]))
  const replace: Replaced = (group, text) => replaced.get(textKey(group, text)) ?? text
  await replaceOwnTexts(ctx, { replace, moved })
  await ctx.signals.publish(ctx, TEXTS_TOPIC)
}

/** Two texts with one translation cannot both be exchanged, because nothing would tell them apart on the way back. */
async function pairsOf(ctx: Ctx, to: string): Promise<Pair[]> {
  const rows = await ctx.db
    .selectFrom('text_translation')
    .select(['key', 'published'])
    .where('language', '=', to)
    .where('published', 'is not', null)
    .execute()
  const translations = new Map(rows.map(({ key, published }) => [key, String(published)]))
  const products = await productTextsIn(ctx, to)
  const worded = changesOf(await wordingSetting.read(ctx))
  // Where the owner reworded a text but nobody translated it, visitors read the product's.
  const ofProduct = new Map(Object.entries(worded).map(([key, text]) => [text, products.get(key)]))
  const all = await listOwnTexts(ctx)
  const taken = new Set(all.map(({ group, text }) => textKey(group, text)))
  const pairs: Pair[] = []
  for (const { group, text: before } of all) {
    const known = translations.get(textKey(group, before))
    const after = known ?? (group === 'wording' ? ofProduct.get(before) : undefined)
    if (after === undefined || after === before || taken.has(textKey(group, after))) continue
    taken.add(textKey(group, after))
    pairs.push({ group, before, after })
  }
  return pairs
}

/** Returns the product's texts in a language by the keys of the wording. */
async function productTextsIn(ctx: Ctx, tag: string): Promise<ReadonlyMap<string, string>> {
  const translation = await ctx.translation(tag)
  if (!translation) return new Map([...(await ctx.productTexts())].map(([key, { text }]) => [key, text]))
  return new Map(
    Object.entries(translation.sets).flatMap(([name, set]) =>
      listTexts(set).map(({ place, text }): [string, string] => [`${name}.${place}`, text]),
    ),
  )
}

type Own = { language: string; key: string; source: string; text: string }

/** Keeps what is public now for an exchange back, but no draft is lost. */
async function keepOwn(ctx: Ctx, { language, key, source, text }: Own): Promise<void> {
  const row = await ctx.db
    .selectFrom('text_translation')
    .select('published')
    .where('language', '=', language)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row?.published !== text) await storeText(ctx, { language, key, source, draft: text, published: text })
}

type Followed = { key: string; nextKey: string; source: string; except: readonly string[] }

async function followSource(ctx: Ctx, { key, nextKey, source, except }: Followed): Promise<void> {
  const rows = await ctx.db
    .selectFrom('text_translation')
    .select(['language', 'draft', 'published'])
    .where('key', '=', key)
    .where('language', 'not in', except)
    .execute()
  for (const row of rows) await storeText(ctx, { ...row, key: nextKey, source })
}
