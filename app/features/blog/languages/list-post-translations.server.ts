import type { TranslatedPage, VersionState } from '#app/features/translation/version-state.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { countWords } from '../content/excerpt.ts'
import { languageOfPost } from '../post-languages.server.ts'

import { compareTexts, textsOf } from './post-texts.ts'
import { findStoredPost, versionOf } from './stored-version.server.ts'

/** Returns how many posts are no translations. */
export async function countSources(ctx: Ctx): Promise<number> {
  requireActor(ctx, 'content.read')
  const { count } = await ctx.db
    .selectFrom('blog_post')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('source_id', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

type Slice = { offset: number; limit: number }

/** A row of the table: a post with its versions. `isDraft` ones are not translated with all others. */
export type TranslatedPost = TranslatedPage & { isDraft: boolean }

/** Returns posts, the newest first, with their versions in the site's other languages. */
export async function listPostTranslations(ctx: Ctx, { offset, limit }: Slice): Promise<TranslatedPost[]> {
  requireActor(ctx, 'content.read')
  if (limit <= 0) return []
  const site = await ctx.site(ctx)
  const columns = ['id', 'title', 'version', 'language', 'published', 'source_id'] as const
  const sources = await ctx.db
    .selectFrom('blog_post')
    .select(columns)
    .where('source_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const ids = sources.map(({ id }) => id)
  const versions =
    ids.length === 0
      ? []
      : await ctx.db.selectFrom('blog_post').select(columns).where('source_id', 'in', ids).execute()
  const listed: TranslatedPost[] = []
  for (const source of sources) {
    const { words, characters } = await counted(ctx, source, null)
    const group = [source, ...versions.filter((each) => each.source_id === source.id)]
    const states: VersionState[] = []
    for (const { tag } of site.languages.slice(1)) {
      const version = group.find((each) => languageOfPost(each, site) === tag)
      states.push(
        version ? await stateOf(ctx, { version, source, language: tag }) : { language: tag, ...missing },
      )
    }
    listed.push({
      id: source.id,
      name: source.title,
      words,
      characters,
      versions: states,
      isDraft: source.published === 0,
    })
  }
  return listed
}

const missing = { id: null, state: 'missing', old: 0 } as const

type Row = { id: string; version: number; published: 0 | 1 }

/** Returns the state of a version; a source is always up to date. */
export async function stateOf(
  ctx: Ctx,
  { version, source, language }: { version: Row; source: Row; language: string },
): Promise<VersionState> {
  const isSource = version.id === source.id
  const { old, isCopy, hasDraft } = await counted(ctx, version, isSource ? null : source)
  const saved = version.published === 1 ? 'published' : 'draft'
  const state = isCopy && saved === 'draft' ? 'copy' : hasDraft && saved === 'published' ? 'changed' : saved
  return { language, id: version.id, state, old }
}

/** What was counted of a post, by its id; a change of either post or of its draft makes it anew. */
type Counted = {
  key: string
  words: number
  characters: number
  old: number
  isCopy: boolean
  hasDraft: boolean
}

const createCounted = () => new Map<string, Counted>()

async function counted(ctx: Ctx, { id, version }: Row, source: Row | null): Promise<Counted> {
  const all = ctx.state.of(createCounted)
  const draft = await ctx.db
    .selectFrom('blog_draft')
    .select('saved_at')
    .where('id', '=', id)
    .executeTakeFirst()
  const key = [version, source?.id, source?.version, draft?.saved_at].join(' ')
  const known = all.get(id)
  if (known?.key === key) return known
  const post = await findStoredPost(ctx, id)
  const from = source && (await findStoredPost(ctx, source.id))
  if (!post) return { key, words: 0, characters: 0, old: 0, isCopy: false, hasDraft: false }
  const texts = textsOf(post.form)
  const written = [texts.title, texts.excerpt, texts.imageAlt, ...texts.blocks]
  const own = from && textsOf(from.form)
  const shown = own && versionOf(own, post)
  const made = {
    key,
    words: countWords(written.join('\n')),
    characters: written.reduce((sum, text) => sum + text.length, 0),
    old: own && shown ? compareTexts(own, shown).filter(({ isOld }) => isOld).length : 0,
    isCopy: own !== null && JSON.stringify(own) === JSON.stringify(shown?.texts),
    hasDraft: post.hasDraft,
  }
  all.set(id, made)
  return made
}
