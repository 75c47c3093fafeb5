import { z } from 'zod'

import { translateTexts } from '#app/features/translation/translate-texts.server.ts'
import { mannerOf } from '#app/features/translation/translation-settings.server.ts'
import { slugOf } from '#app/features/editing/slugs.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob, PermanentJobFailure } from '#app/platform/jobs/job.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { readStoredActor, storeActor } from '#app/platform/stored-actor.ts'

import { makePost } from '../create-post.server.ts'
import { postLimits } from '../parse-post.ts'
import { languageOfPost, siteLanguageOf } from '../post-languages.server.ts'
import { saveDraft } from '../save-draft.server.ts'
import { postSubject } from '../store-post.server.ts'
import { storeUpdate } from '../update-post.server.ts'

import { countSources, listPostTranslations } from './list-post-translations.server.ts'
import {
  compareTexts,
  hasWords,
  isPaired,
  type PostTexts,
  type PostVersion,
  textsOf,
  withTexts,
  withTranslations,
} from './post-texts.ts'
import { addPostVersion, findGroup, listGroup, MOST_AT_ONCE } from './post-versions.server.ts'
import { findStoredPost, type StoredPost, versionOf } from './stored-version.server.ts'

/** Maximum lengths in characters. */
const longest = new Map([
  ['title', postLimits.title],
  ['excerpt', postLimits.ownExcerpt],
  ['imageAlt', postLimits.imageAlt],
])

const nothing: PostVersion = { texts: { title: '', excerpt: '', imageAlt: '', blocks: [] }, before: null }

/** Translates what is missing or out of date of a post; the result is a draft. */
export const translatePost = defineJob({
  name: 'translate-post',
  lane: 'other',
  concurrency: 1,
  payload: z.object({ id: z.string(), language: z.string(), actor: z.string() }),
  maxAttempts: 4,
  async run(plain, { id, language, actor }, { signal }) {
    const ctx: Ctx = { ...plain, actor: readStoredActor(actor) }
    const { source } = await findGroup(ctx, id).catch(giveUp)
    const texts = textsOf(source.form)
    const known = await findVersion(ctx, source.id, language)
    const version = known ? versionOf(texts, known) : nothing
    const wanted = wantedTexts(texts, version, known)
    const manner = { ...(await mannerOf(ctx, language)), from: await languageOf(ctx, source) }
    const done = await translateTexts(ctx, wanted, manner, signal).catch(giveUp)
    // Somebody may have typed meanwhile; what they wrote stays.
    const now = await findVersion(ctx, source.id, language)
    const present = now ? versionOf(texts, now) : nothing
    const still = wantedTexts(texts, present, now)
    const isFit = ([place, text]: [string, string]) => !(text.length > Number(longest.get(place)))
    const fresh = new Map([...done.texts].filter(([place]) => still.has(place)).filter(isFit))
    const made = withTranslations(texts, present, fresh)
    if (!now) await addPostVersion(ctx, { id: source.id, language, made })
    else if (fresh.size > 0) await keep(ctx, now, made)
    const { title } = source.form
    return async (ctx: Ctx) =>
      recordChange(ctx, { what: 'post.translated', subject: postSubject({ id: source.id, title }) })
  },
})

async function findVersion(ctx: Ctx, sourceId: string, language: string): Promise<StoredPost | null> {
  const [group, site] = await Promise.all([listGroup(ctx, sourceId), ctx.site(ctx)])
  const row = group.find((each) => languageOfPost(each, site) === language)
  if (row?.id === sourceId) throw new PermanentJobFailure('The post is in this language already.')
  return row ? findStoredPost(ctx, row.id) : null
}

async function languageOf(ctx: Ctx, { form }: StoredPost): Promise<string> {
  return siteLanguageOf(form.language || null, await ctx.site(ctx))
}

/** Returns what is out of date; all of a copy in which nothing is translated yet. */
function wantedTexts(source: PostTexts, version: PostVersion, known: StoredPost | null): Map<string, string> {
  const isCopy = known !== null && JSON.stringify(version.texts) === JSON.stringify(source)
  const mayReplace = isPaired(version) || version.texts.blocks.length === 0
  return new Map(
    compareTexts(source, version).flatMap(({ place, source: text, isOld }) =>
      (isOld || isCopy) && hasWords(text) && (mayReplace || !place.startsWith('content.'))
        ? [[place, text] as const]
        : [],
    ),
  )
}

/** Saves a draft. A version that is published, scheduled or being edited gets an unsaved draft instead. */
async function keep(
  ctx: Ctx,
  known: StoredPost,
  made: { texts: PostTexts; before: PostTexts },
): Promise<void> {
  const form = withTexts(known.edited, made.texts)
  if (known.hasDraft || known.isPublished || known.isScheduled) {
    await saveDraft(ctx, { postId: known.id, baseVersion: known.baseVersion, form })
    return
  }
  const slug = await slugFor(ctx, known, made.texts.title)
  const post = await makePost(ctx, { ...form, slug })
  await withTransaction(ctx, async (ctx) => {
    await storeUpdate(ctx, post, { id: known.id, version: known.version, published: false })
    await ctx.db
      .updateTable('blog_post')
      .set({ source_texts: JSON.stringify(made.before) })
      .where('id', '=', known.id)
      .execute()
  })
}

/** Returns an address from the translated title, if the version still has that of its source. */
async function slugFor(ctx: Ctx, known: StoredPost, title: string): Promise<string> {
  const { slug, title: former } = known.form
  const wanted = slugOf(title, 'post')
  if (title === former || wanted === 'post') return slug
  const taken = await ctx.db
    .selectFrom('blog_slug')
    .select('slug')
    .where('slug', '=', wanted)
    .executeTakeFirst()
  return taken ? slug : wanted
}

function giveUp(error: unknown): never {
  const isFinal = error instanceof AppError && (error.code === 'conflict' || error.code === 'not-found')
  if (isFinal) throw new PermanentJobFailure(error.message)
  throw error
}

/**
 * Has the provider translate a post, or what is missing or out of date of all published ones.
 * @returns how many posts are translated.
 */
export async function translatePosts(
  ctx: Ctx,
  { language, id }: { language: string; id?: string },
): Promise<number> {
  const actor = storeActor(requireActor(ctx, 'content.write'))
  const ids = id === undefined ? await listMissing(ctx, language) : [id]
  await withTransaction(ctx, async (ctx) => {
    for (const each of ids) await enqueue(ctx, translatePost, { id: each, language, actor })
  })
  return ids.length
}

const SLICE = 50

async function listMissing(ctx: Ctx, language: string): Promise<string[]> {
  const total = await countSources(ctx)
  const ids: string[] = []
  for (let offset = 0; offset < total && ids.length < MOST_AT_ONCE; offset += SLICE)
    for (const { id, versions, isDraft } of await listPostTranslations(ctx, { offset, limit: SLICE })) {
      const version = versions.find((each) => each.language === language)
      const isWanted = version && (version.state === 'missing' || version.state === 'copy' || version.old > 0)
      if (isWanted && !isDraft && ids.length < MOST_AT_ONCE) ids.push(id)
    }
  return ids
}
