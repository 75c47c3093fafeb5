import { languageOfTag } from '../post-languages.ts'

import type { ImportedPost } from './imported-post.ts'
import { metaOf, type WxrItem } from './wxr-pieces.server.ts'

/** Polylang stores it like a tag, WPML in a field. */
export function languageOf(item: WxrItem): string {
  const term = item.terms.find(({ domain }) => domain === 'language')
  return languageOfTag(term?.slug ?? metaOf(item, '_wpml_import_language_code'))
}

/** The name that translations of each other share; empty if there are none. */
export function groupOf(item: WxrItem): string {
  const term = item.terms.find(({ domain }) => domain === 'post_translations')
  return term?.slug ?? metaOf(item, '_wpml_import_translation_group')
}

/** @param originals address of the original of each group */
export function originalOf(
  item: WxrItem,
  originals: ReadonlyMap<string, string>,
): ImportedPost['translationOf'] {
  const term = item.terms.find(({ domain }) => domain === 'translation_of')
  const address = term?.slug ?? originals.get(groupOf(item))
  return address === undefined || address === item.texts.get('link')?.trim()
    ? null
    : { address, digest: null }
}

/** Divides an entry such as `[:en]Hello[:de]Hallo[:]` by language. That of the `main` language keeps the address. */
export function inEachLanguage(item: WxrItem, main: string): WxrItem[] {
  const given = (name: string) => (item.texts.get(name) ?? '').trim()
  const texts = ['title', 'content:encoded'].map(given).filter((text) => BEGINS_MARKED.test(text))
  const all = new Set(
    texts.flatMap((text) => [...text.matchAll(LANGUAGE_MARK)].flatMap(([, tag]) => tag ?? [])),
  )
  const rank = (tag: string) => (main.toLowerCase().startsWith(tag) ? 0 : 1)
  const filled = [...all].filter((tag) => inLanguage(given('content:encoded'), tag).trim() !== '')
  const languages = filled.toSorted((a, b) => rank(a) - rank(b))
  if (languages.length === 0) return [item]
  return languages.map((tag, at) => {
    const version = new Map([...item.texts].map(([name, text]) => [name, inLanguage(text, tag)]))
    if (at > 0) {
      version.set('guid', `${given('guid') || given('wp:post_id')}#${tag}`)
      version.set('link', given('link').replace(/^(https?:\/\/[^/]+)\/(?!\?)/, `$1/${tag}/`))
    }
    return {
      ...item,
      texts: version,
      terms: [
        ...item.terms.map((term) => ({ ...term, name: inLanguage(term.name, tag) })),
        { domain: 'language', name: tag, slug: tag },
        { domain: 'translation_of', name: '', slug: given('link') },
      ],
      meta: item.meta.map(({ name, value }) => ({ name, value: inLanguage(value, tag) })),
    }
  })
}

const LANGUAGE_MARK = /(?:\[:|\{:|<!--:)([a-z]{2})?(?:\]|\}|-->)/g
const BEGINS_MARKED = /^(?:\[:|\{:|<!--:)[a-z]{2}(?:\]|\}|-->)/

function inLanguage(text: string, language: string): string {
  if (!BEGINS_MARKED.test(text.trim())) return text
  let made = ''
  let at = 0
  let current = language
  for (const mark of text.matchAll(LANGUAGE_MARK)) {
    if (current === language) made += text.slice(at, mark.index)
    at = mark.index + mark[0].length
    current = mark[1] ?? language
  }
  return current === language ? made + text.slice(at) : made
}
