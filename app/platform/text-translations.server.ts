import { createHash } from 'node:crypto'

import type { Ctx } from './context.server.ts'
import { RESYNC, type Signals } from './signals/signals.server.ts'

/** Where an owner's short text is shown; the same words may be translated differently in two places. */
export const textGroups = [
  'menus',
  'facts',
  'wording',
  'questions',
  'meetings',
  'greetings',
  'tags',
  'replies',
] as const
export type TextGroup = (typeof textGroups)[number]

export const TEXTS_TOPIC = 'texts'

/** Returns the owner's short text in the language of the context, or the text itself without a translation. */
export type Say = (group: TextGroup, text: string) => string

type Known = Map<string, Promise<ReadonlyMap<string, string>>>

function createKnown(signals: Signals): Known {
  const known: Known = new Map()
  for (const topic of [TEXTS_TOPIC, RESYNC]) signals.subscribe(topic, () => known.clear())
  return known
}

const same: Say = (_group, text) => text

/** Reads the published translations of the context's language once, until they change. */
export async function readSay(ctx: Ctx): Promise<Say> {
  const { language, mainLanguage } = await ctx.site(ctx)
  if (language === mainLanguage) return same
  const known = ctx.state.of(createKnown)
  const reading = ctx.db.isTransaction
    ? readTexts(ctx, language)
    : (known.get(language) ?? readTexts(ctx, language))
  if (!ctx.db.isTransaction) known.set(language, reading)
  const texts = await reading.catch((error: unknown) => {
    known.delete(language)
    throw error
  })
  return (group, text) => texts.get(textKey(group, text)) ?? text
}

async function readTexts(ctx: Ctx, language: string): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .selectFrom('text_translation')
    .select(['key', 'published'])
    .where('language', '=', language)
    .where('published', 'is not', null)
    .execute()
  return new Map(rows.map(({ key, published }) => [key, String(published)]))
}

/** Returns the key of a text: it changes with the text, so that a translation of former words is never shown. */
export function textKey(group: TextGroup, text: string): string {
  return `${group}:${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
}
