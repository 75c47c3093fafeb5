import { languageOfTag } from '../post-languages.ts'

export const MARKDOWN = /\.(?:md|mdx|markdown|mdown|mkd)$/i
const FOLDER = /((?:^|\/)(?:content|i18n|_i18n|blog|posts|_posts)\/)([a-z]{2}(?:-[a-z]{2,4})?)\//i

/** Divides `a/post.pt-br.md` into `a/post` and `pt-br`, and `node.js.md` into `node.js` and an empty string. */
export function languageEnding(place: string): [stem: string, tag: string] {
  const path = place.replace(MARKDOWN, '').replace(/\.html?$/i, '')
  const [whole = '', tag = ''] = /\.([a-z]{2}(?:[-_][a-z]{4})?(?:[-_][a-z]{2})?)$/i.exec(path) ?? []
  return tag !== '' && languageNames.of(tag.replaceAll('_', '-')) !== undefined
    ? [path.slice(0, -whole.length), tag]
    : [path, '']
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** Returns `de` for `post.de.md`, `content/de/post.md` and `i18n/de/…/post.md`. */
export function languageIn(place: string): string {
  return languageEnding(place)[1] || (FOLDER.exec(place)?.[2] ?? '')
}

/**
 * Returns the original of a translated file, found by its name or folder; null if it is no translation.
 * @param main the site's main language, in lower case
 */
export function originalOf(place: string, names: ReadonlySet<string>, main: string): string | null {
  const [stem, ending] = languageEnding(place)
  const [whole = '', before = '', folder = ''] = FOLDER.exec(place) ?? []
  const tag = (ending || folder).toLowerCase()
  if (tag === main || languageOfTag(tag.replaceAll('_', '-')) === '') return null
  const kind = /\.\w+$/.exec(place)?.[0] ?? ''
  const others = ending
    ? [`${stem}${kind}`, `${stem}.${main}${kind}`]
    : [
        place.replace(whole, `${before}${main}/`),
        // A folder such as `id` or `cs` may be a topic; the same dated name in both folders shows that it is a language.
        ...(/\/\d{4}-\d\d?-\d\d?-[^/]+$/.test(place) ? [place.replace(whole, before)] : []),
        place.replace(/(?:^|(?<=\/))i18n\/[^/]+\/docusaurus-plugin-content-blog\//, 'blog/'),
      ]
  return others.find((one) => one !== place && names.has(one)) ?? null
}
