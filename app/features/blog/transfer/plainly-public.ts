import { isPlainlyPublic, readMoment, type ReadingSettings, yesOrNo } from './imported-post.ts'
import { isMapping, shown } from './read-matter.ts'

/** A post is hidden by a yes in one of these fields. A value that is neither yes nor no hides it too. */
const hiding = new Set([
  'draft',
  'drafts',
  'isdraft',
  'is_draft',
  'hidden',
  'hide',
  'unlisted',
  'private',
  'noindex',
  'no_index',
  'archived',
  'password',
  'protected',
  'members',
  'members_only',
  'membersonly',
  'paid',
  'premium',
  'headless',
  'eleventyexcludefromcollections',
  'sitemap_exclude',
  'excludefromsitemap',
  'exclude',
  'secret',
  'internal',
  'confidential',
])
const showing: ReadonlySet<string> = new Set([
  'published',
  'publish',
  'public',
  'sitemap',
  'listed',
  'visible',
  'searchable',
  'in_search_index',
  'render',
  'enabled',
  'active',
])
const states: ReadonlySet<string> = new Set([
  'status',
  'state',
  'visibility',
  'access',
  'audience',
  'post_status',
  'stage',
])
const ends: ReadonlySet<string> = new Set([
  'expirydate',
  'expires',
  'expiry',
  'expiry_date',
  'unpublish_date',
  'unpublishdate',
  'expiration',
])

/** Names of other fields that sound as if they hid a post. */
const soundsHidden =
  /^(?:is|has)?(?:drafts?|hidden|private|secret|unlisted|membersonly|paid|premium|protected|restricted|locked|passwords?|noindex|nopublish)$/
const soundsShown = /publish(?:ed)?$|^is(?:public|listed|visible|live|active|enabled)$/
/** Directives for search engines that hide nothing. */
const openRobots = /^(?:all|index|follow|max-[\w-]+:?-?\w*|none(?=:)|archive|snippet|imageindex|translate)$/

const BESIDE_POST = /(?:^|\/)_posts\/(?:.*\/)?\d{4}-\d{1,2}-\d{1,2}-[^/]*\/(?!index\.|\d{4}-)[^/]+$/i

type Pairs = readonly (readonly [name: string, value: unknown])[]
type Judging = {
  hasMatter: boolean
  date: number | null
  place: string
  settings: ReadingSettings
  collections: ReadonlySet<string>
}

/**
 * Says why the fields do not plainly make a post public; null if they do.
 * @param fields names in lower case, with nested ones; a name may occur more than once, and each value counts
 */
export function reasonOf(
  fields: Pairs,
  { hasMatter, date, place, settings, collections }: Judging,
): string | null {
  if (/(?:^|\/)_?drafts?\//i.test(place)) return 'It is in a folder of drafts.'
  const unpublished = place
    .split('/')
    .find((part) => part.startsWith('_') && part !== '_posts' && part !== '_i18n' && !collections.has(part))
  if (unpublished !== undefined)
    return `Site generators do not publish “${unpublished.slice(0, 80)}”, because its name begins with “_”.`
  if (BESIDE_POST.test(place))
    return 'In “_posts”, Jekyll publishes only files whose own name begins with a date.'
  if (!hasMatter) return 'It has no front matter that says so.'
  return hiddenBy(fields, settings) ?? (date === null ? 'It has no date.' : null)
}

export function hiddenBy(fields: Pairs, settings: ReadingSettings): string | null {
  for (const [name, value] of fields) {
    if (value === null || value === undefined || value === '') continue
    if (isOpen(name, value, settings)) continue
    return name === 'password' ? 'It has a password.' : `\`${name}: ${shown(value)}\` is not plainly public.`
  }
  return null
}

/** Whether a field leaves the post public, because it says so or is about something else. */
function isOpen(name: string, value: unknown, { timeZone, now }: ReadingSettings): boolean {
  const letters = name.replaceAll(/[^a-z]/g, '')
  if (hiding.has(name) || soundsHidden.test(letters)) return yesOrNo(value) === false
  if (showing.has(name)) {
    const isDated = typeof value === 'string' && readMoment(value, timeZone) !== null
    return yesOrNo(value) === true || isDated || (name === 'sitemap' && isOpenSitemap(value))
  }
  if (soundsShown.test(letters)) return yesOrNo(value) !== false
  if (states.has(name)) return typeof value === 'string' && isPlainlyPublic(value)
  if (name === 'build' || name === '_build')
    return (
      isMapping(value) && Object.values(value).every((one) => ['always', 'true', 'yes'].includes(String(one)))
    )
  if (name === 'robots')
    return (
      typeof value === 'string' &&
      value
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean)
        .every((word) => openRobots.test(word))
    )
  if (name === 'eleventycomputed') return !/permalink|draft|exclude/i.test(JSON.stringify(value))
  if (name === 'permalink') return yesOrNo(value) !== false
  if (ends.has(name)) {
    const end = readMoment(value, timeZone)
    return end !== null && end > now
  }
  return true
}

function isOpenSitemap(value: unknown): boolean {
  return (
    isMapping(value) &&
    Object.entries(value).every(
      ([key, one]) => !/disable|exclude|ignore/i.test(key) || yesOrNo(one) === false,
    )
  )
}
