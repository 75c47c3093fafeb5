import { ownNameOf } from '#app/lib/languages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { languageOfPost, siteLanguageOf } from '../post-languages.server.ts'

import { stateOf } from './list-post-translations.server.ts'
import {
  blocksOf,
  compareTexts,
  type ComparedText,
  hasWords,
  isPaired,
  lineNames,
  textsOf,
} from './post-texts.ts'
import { findGroup, listGroup } from './post-versions.server.ts'
import { versionOf } from './stored-version.server.ts'

export type PostLanguages = {
  sourceId: string
  sourceTitle: string
  /** The site's language that the post belongs to. */
  language: string
  sourceLanguage: string
  /** All languages of the site with the post's version in each. */
  versions: readonly { tag: string; name: string; id: string | null; state: string }[]
  /** The source's texts; empty for the source itself. */
  texts: readonly (ComparedText & { name: string; isSame: boolean })[]
  /** Whether each block of the translation belongs to one of the source's. */
  isPaired: boolean
}

const states = {
  missing: 'missing',
  copy: 'not translated',
  draft: 'draft',
  published: 'published',
  changed: 'published, with changes',
} as const

/** Returns what a post's editor shows of its languages; null for a site with one. @throws {AppError} not-found. */
export async function readPostLanguages(ctx: Ctx, id: string): Promise<PostLanguages | null> {
  requireActor(ctx, 'content.read')
  const site = await ctx.site(ctx)
  if (site.languages.length < 2) return null
  const { post, source } = await findGroup(ctx, id)
  const group = await listGroup(ctx, source.id)
  const own = group.find((each) => each.id === source.id)
  const versions = await Promise.all(
    site.languages.map(async ({ tag }) => {
      const version = group.find((each) => languageOfPost(each, site) === tag)
      const name = ownNameOf(tag)
      if (!version || !own) return { tag, name, id: null, state: states.missing }
      const { state, old } = await stateOf(ctx, { version, source: own, language: tag })
      return { tag, name, id: version.id, state: old > 0 ? 'older than its source' : states[state] }
    }),
  )
  const languageOf = (form: { language: string }) => siteLanguageOf(form.language || null, site)
  const isSource = post.id === source.id
  const texts = textsOf(source.form)
  const version = versionOf(texts, post)
  return {
    sourceId: source.id,
    sourceTitle: source.form.title,
    language: languageOf(post.form),
    sourceLanguage: languageOf(source.form),
    versions,
    texts: isSource
      ? []
      : compareTexts(texts, version).map((text) => ({
          ...text,
          name: nameOf(text),
          isSame: text.translation === text.source && hasWords(text.source),
        })),
    isPaired: isPaired(version) || blocksOf(post.edited.content).length === 0,
  }
}

function nameOf({ place, source }: ComparedText): string {
  if (place === 'title' || place === 'excerpt' || place === 'imageAlt') return lineNames[place]
  if (source.startsWith('#')) return 'Heading'
  return hasWords(source) ? 'Paragraph' : 'Same in all languages'
}
