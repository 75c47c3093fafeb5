import { dayOf } from '#app/lib/site-day.ts'
import { UnreadableZip, type ZipFile } from '#app/platform/zip/read-zip.ts'

import { yesOrNo } from './imported-post.ts'
import { isMapping, readMatter } from './read-matter.ts'

/** The patterns of addresses in a site generator's settings: one for all posts, and others by section. */
export type SiteAddresses = {
  pattern: string
  bySection: ReadonlyMap<string, string>
  isHexo: boolean
  collections: ReadonlySet<string>
  language: string
}

export const unknownAddresses: SiteAddresses = {
  pattern: '',
  bySection: new Map(),
  isHexo: false,
  collections: new Set(),
  language: 'en',
}

const CONFIG = /(?:^|\/)(?:_config\.ya?ml|(?:hugo|config)\.(?:toml|ya?ml|json))$/i

/** Reads where a site's generator puts its posts, from the settings in the zip. */
export function readSiteAddresses(files: readonly ZipFile[]): SiteAddresses {
  const isHexo = files.some(({ name }) => /(?:^|\/)source\/_posts\//.test(name))
  const config = files
    .filter(({ name, size }) => CONFIG.test(name) && size < 20_000)
    .toSorted((a, b) => a.name.length - b.name.length)[0]
  const fields = config ? fieldsOf(config) : {}
  const pattern = typeof fields['permalink'] === 'string' ? fields['permalink'] : ''
  const permalinks = isMapping(fields['permalinks']) ? fields['permalinks'] : {}
  const sections = Object.entries(isMapping(permalinks['page']) ? permalinks['page'] : permalinks)
  const bySection = new Map(
    sections.flatMap(([section, said]) =>
      typeof said === 'string' ? [[section.toLowerCase(), said] as const] : [],
    ),
  )
  const collections = Object.entries(isMapping(fields['collections']) ? fields['collections'] : {})
  const published = collections.filter(([, said]) => isMapping(said) && yesOrNo(said['output']) === true)
  const said = Object.entries(fields).find(([name]) =>
    /^(?:default_?content_?language|lang)$/i.test(name),
  )?.[1]
  const language = typeof said === 'string' ? said.toLowerCase() : unknownAddresses.language
  return { pattern, bySection, isHexo, collections: new Set(published.map(([name]) => `_${name}`)), language }
}

function fieldsOf(config: ZipFile): Readonly<Record<string, unknown>> {
  try {
    const text = new TextDecoder().decode(config.bytes()).replace(/^(?:---|\+\+\+)[ \t]*\r?\n/, '')
    const fence = /\.toml$/i.test(config.name) ? '+++' : '---'
    return readMatter(/\.json$/i.test(config.name) ? text : `${fence}\n${text}\n${fence}\n`).fields
  } catch (error) {
    if (error instanceof UnreadableZip) return {}
    throw error
  }
}

/** The patterns that Jekyll's settings can choose by name (jekyllrb.com/docs/permalinks). */
const jekyllPatterns: Readonly<Record<string, string>> = {
  '': '/:categories/:year/:month/:day/:title:output_ext',
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
}

export type PlacedPost = {
  place: string
  /** The name of its file, without date and ending. */
  name: string
  slug: string
  date: number | null
  categories: readonly string[]
  /** The language in its name, if the same name without it has another post. */
  version: string
}

/** Returns the path at which a post's generator published it, by the folder of its file; null if that is unknown. */
export function addressOnSite(post: PlacedPost, addresses: SiteAddresses, timeZone: string): string | null {
  const jekyll = /^(.*?)_posts\//.exec(post.place)
  if (jekyll) {
    const named = addresses.isHexo ? ':year/:month/:day/:title/' : ''
    const pattern = jekyllPatterns[addresses.pattern || named] ?? (addresses.pattern || named)
    const folders = addresses.isHexo ? [] : (jekyll[1] ?? '').split('/').filter(Boolean)
    return filled(pattern, { ...post, categories: [...folders.slice(-1), ...post.categories] }, timeZone)
  }
  const docusaurus = /(?:^|\/)blog\/(\d{4})-(\d\d)-(\d\d)-/.exec(post.place)
  if (docusaurus) return `/blog/${docusaurus.slice(1).join('/')}/${post.slug}`
  const content = /(?:^|\/)content\/(.+)$/
    .exec(post.place)?.[1]
    ?.replace(/\/index(?:\.[\w-]+)?\.\w+$/i, '.md')
  if (content === undefined) return null
  const folders = content.split('/').slice(0, -1)
  const pattern = addresses.bySection.get(folders[0]?.toLowerCase() ?? '')
  const path =
    pattern === undefined ? `/${[...folders, post.slug].join('/')}/` : filled(pattern, post, timeZone)
  if (path === null) return null
  const version = post.version === '' ? '' : `/${post.version}`
  return `${version}${path}`.toLowerCase().replaceAll(/\s+/g, '-')
}

/** Fills the variables that Jekyll, Hexo and Hugo have in common; null if others remain. */
function filled(
  pattern: string,
  { name, slug, date, categories }: PlacedPost,
  timeZone: string,
): string | null {
  const [year = '', month = '', day = ''] = date === null ? [] : dayOf(date, timeZone).split('-')
  const lowered = categories.map((one) => one.toLowerCase().replaceAll(/\s+/g, '-'))
  const values: Readonly<Record<string, string>> = {
    year,
    short_year: year.slice(2),
    month,
    i_month: String(Number(month)),
    day,
    i_day: String(Number(day)),
    y_day: dayOfYear(year, month, day),
    title: name,
    slug,
    filename: name,
    name,
    post_title: name,
    contentbasename: name,
    slugorcontentbasename: slug,
    categories: lowered.join('/'),
    category: lowered[0] ?? '',
    output_ext: '.html',
  }
  const path = pattern.replaceAll(/:([a-z_]+)/g, (whole, key: string) => values[key] ?? whole)
  return path.includes(':') || (date === null && /:(?:year|month|day)/.test(pattern))
    ? null
    : `/${path}`.replaceAll(/\/{2,}/g, '/')
}

function dayOfYear(year: string, month: string, day: string): string {
  const days =
    (Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(Number(year), 0, 0)) / 86_400_000
  return String(days).padStart(3, '0')
}
