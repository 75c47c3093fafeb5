import { z } from 'zod'

import { noteBlogChange } from '#app/features/blog/kept/kept-posts.server.ts'
import { listTagNames } from '#app/features/blog/tag-names.server.ts'
import { findMeetingTypes } from '#app/features/bookings/types/find-meeting-types.server.ts'
import { WELCOME_MESSAGE } from '#app/features/chat/settings/chat-appearance.ts'
import { chatbotSettings } from '#app/features/chat/settings/chatbot-settings.server.ts'
import { openings, suggestedQuestions } from '#app/features/chat/settings/openings.server.ts'
import { contactQuestions } from '#app/features/leads/questions/contact-questions.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'
import { type TextGroup, textKey, TEXTS_TOPIC } from '#app/platform/text-translations.server.ts'

import { announceContent } from '../announce-content.server.ts'
import { namesIn } from '#app/lib/names-in-braces.ts'
import { listFacts, ownFacts } from '../facts/own-facts.server.ts'
import { starterFacts } from '../facts/starter-facts.ts'
import { mapMenuTexts } from '../menus/menus-schema.ts'
import { menusSetting } from '../menus/menus.server.ts'
import { savedReplies } from '../saved-replies/saved-replies.server.ts'
import { changesOf, wordingSetting } from '../wording/wording-setting.server.ts'

import { translateTexts } from '#app/features/translation/translate-texts.server.ts'
import { mannerOf } from '#app/features/translation/translation-settings.server.ts'

/** Returns the most characters of a translation, by the text's key. A saved reply may be as long as the body of a mail. */
export const longestOf = (key: string) => (key.startsWith('replies:') ? 6000 : 2000)

export type ShortText = {
  key: string
  group: TextGroup
  text: string
  /** Empty without one. */
  translation: string
  isPublished: boolean
}

/** Returns the owner's texts that are not part of a page, each once. */
export async function listOwnTexts(ctx: Ctx): Promise<{ group: TextGroup; text: string }[]> {
  const [menus, facts, wording, questions, meetings, greetings, chatbot, tags, replies] = await Promise.all([
    menusSetting.read(ctx),
    ownFacts.read(ctx),
    wordingSetting.read(ctx),
    contactQuestions.read(ctx),
    findMeetingTypes(ctx),
    openings.read(ctx),
    chatbotSettings.read(ctx),
    listTagNames(ctx),
    savedReplies.read(ctx),
  ])
  const ofMenus: string[] = []
  mapMenuTexts(menus, (text) => {
    ofMenus.push(text)
    return text
  })
  const isStarters = (name: string, value: string) =>
    starterFacts.some((fact) => fact.name === name && fact.value === value)
  const texts: Record<TextGroup, readonly string[]> = {
    menus: ofMenus,
    // Numbers need no translation, and the product translates the starter's facts.
    facts: listFacts(facts).flatMap(({ name, value }) =>
      /\p{L}{2}/u.test(value) && !isStarters(name, value) ? [value] : [],
    ),
    wording: Object.values(changesOf(wording)),
    questions: questions.asked.flatMap(({ text, help, choices }) => [text, help, ...choices]),
    meetings: meetings.flatMap(({ name, location, questions: asked }) => [
      name,
      location,
      ...asked.map(({ text }) => text),
    ]),
    greetings: [
      ...(chatbot.welcomeMessage === WELCOME_MESSAGE ? [] : [chatbot.welcomeMessage]),
      ...greetings.pages.map(({ greeting }) => greeting),
      ...[greetings, ...greetings.pages]
        .flatMap((each) => each.questions)
        .filter((text) => !suggestedQuestions.includes(text)),
    ],
    tags,
    replies: replies.map(({ text }) => text),
  }
  return Object.entries(texts).flatMap(([group, all]) =>
    // The keys of the record are groups.
    [...new Set(all)]
      .filter((text) => text.trim() !== '')
      .map((text) => ({ group: group as TextGroup, text })),
  )
}

/** Returns the texts with their translations. @throws {AppError} not-found for a language that the site does not have. */
export async function readShortTexts(ctx: Ctx, language: string): Promise<ShortText[]> {
  requireActor(ctx, 'content.read')
  await requireOther(ctx, language)
  return joinTexts(ctx, language)
}

/** @throws {AppError} not-found for a language that is not one of the site's others. */
export async function requireOther(ctx: Ctx, language: string): Promise<void> {
  const { languages } = await ctx.site(ctx)
  if (!languages.slice(1).some(({ tag }) => tag === language))
    throw new AppError('not-found', 'The site does not have this language.')
}

async function joinTexts(ctx: Ctx, language: string): Promise<ShortText[]> {
  const [texts, rows] = await Promise.all([
    listOwnTexts(ctx),
    ctx.db
      .selectFrom('text_translation')
      .select(['key', 'draft', 'published'])
      .where('language', '=', language)
      .execute(),
  ])
  const known = new Map(rows.map((row) => [row.key, row]))
  return texts.map(({ group, text }) => {
    const key = textKey(group, text)
    const row = known.get(key)
    return {
      key,
      group,
      text,
      translation: row ? row.draft : '',
      isPublished: row !== undefined && row.published === row.draft,
    }
  })
}

/**
 * Saves and publishes what an editor typed, by key. An empty field removes a translation.
 * @throws {FieldErrors} by key: too long, or another set of names in braces.
 */
export async function saveShortTexts(
  ctx: Ctx,
  { language, typed }: { language: string; typed: Readonly<Record<string, string>> },
): Promise<void> {
  requireActor(ctx, 'content.write')
  const texts = await readShortTexts(ctx, language)
  const faults: Record<string, string> = {}
  for (const { key, text } of texts) {
    const translation = typed[key]?.trim()
    if (translation === undefined || translation === '') continue
    const longest = longestOf(key)
    if (translation.length > longest) faults[key] = `Please use at most ${longest} characters.`
    const [names, own] = [namesIn(text), namesIn(translation)].map((each) => each.toSorted().join(', '))
    if (names !== own)
      faults[key] =
        names === '' ? 'Please use no names in braces here.' : `Please use these names in braces: ${names}.`
  }
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  await withTransaction(ctx, async (ctx) => {
    for (const { key, text } of texts) {
      const translation = typed[key]?.trim()
      if (translation === undefined) continue
      if (translation === '')
        await ctx.db
          .deleteFrom('text_translation')
          .where('language', '=', language)
          .where('key', '=', key)
          .execute()
      else await storeText(ctx, { language, key, source: text, draft: translation, published: translation })
    }
    await announceTexts(ctx)
    await recordChange(ctx, { what: 'settings.languages', fields: [language] })
  })
}

type StoredText = { language: string; key: string; source: string; draft: string; published: string | null }

/** Runs in the caller's transaction. Null as `published` leaves what visitors see. */
export async function storeText(
  ctx: Ctx,
  { language, key, source, draft, published }: StoredText,
): Promise<void> {
  const values = { source, draft, updated_at: ctx.clock.now(), ...(published !== null && { published }) }
  await ctx.db
    .insertInto('text_translation')
    .values({ language, key, published: null, ...values })
    .onConflict((conflict) => conflict.columns(['language', 'key']).doUpdateSet(values))
    .execute()
}

/** Publishes the drafts of a language. @returns how many there were. */
export async function publishShortTexts(ctx: Ctx, language: string): Promise<number> {
  requireActor(ctx, 'content.write')
  return withTransaction(ctx, async (ctx) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('text_translation')
      .set((update) => ({ published: update.ref('draft') }))
      .where('language', '=', language)
      .where((where) =>
        where.or([where('published', 'is', null), where('published', '!=', where.ref('draft'))]),
      )
      .executeTakeFirst()
    if (numUpdatedRows > 0n) {
      await announceTexts(ctx)
      await recordChange(ctx, { what: 'settings.languages', fields: [language] })
    }
    return Number(numUpdatedRows)
  })
}

async function announceTexts(ctx: Ctx): Promise<void> {
  // Posts show the names of their tags.
  await noteBlogChange(ctx)
  await ctx.signals.publish(ctx, TEXTS_TOPIC)
  await announceContent(ctx)
  await ctx.signals.publish(ctx, PAGES_TOPIC)
}

/** Has the provider translate the short texts that have no translation; the results are drafts. */
export const translateShortTexts = defineJob({
  name: 'translate-short-texts',
  lane: 'other',
  concurrency: 1,
  payload: z.object({ language: z.string() }),
  maxAttempts: 4,
  async run(ctx, { language }, { signal }) {
    const missing = (await joinTexts(ctx, language)).filter(({ translation }) => translation === '')
    if (missing.length === 0) return
    const wanted = new Map(missing.map(({ key, text }) => [key, text]))
    const { texts } = await translateTexts(ctx, wanted, await mannerOf(ctx, language), signal)
    return async (ctx: Ctx) => {
      for (const [key, draft] of texts)
        await storeText(ctx, { language, key, source: String(wanted.get(key)), draft, published: null })
    }
  },
})
