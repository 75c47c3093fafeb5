import { UNKNOWN_STATE } from './imported-post.ts'
import type { WxrItem } from './wxr-pieces.server.ts'

/** Names of plugins' fields that sound as if they hid a post. A value that does not plainly say otherwise hides it. */
const SOUNDS_HIDDEN =
  /member|restrict|paywall|protect|visibility|(?:^|_)access|[_-]access|premium|private|hidden|subscribers?[_-]only|patreon|groups[_-]|s2member|mepr|pmpro|rcp|wpmem|wlm|passster|password|ihc|confidential|secret|content_control|lock_content|is_paid/i
const about =
  /accessib|_?oembed|edac|template|style|css|layout|title|font|colou?r|count|version|publicize|elementor|widget/i
const OPEN_VALUES: ReadonlySet<string> = new Set(
  '|0|a:0:{}|[]|{}|false|no|n|off|none|disabled|inactive|everybody|everyone|all|any|public|publish|visible|show|default|inherit|standard|-1'.split(
    '|',
  ),
)

/** Fields with which plugins keep a post out of search engines, and the values that do. */
const NOINDEX =
  /^(?:_yoast_wpseo_meta-robots-noindex|rank_math_robots|_?aioseop?_(?:robots_)?noindex|_seopress_robots_index|_genesis_noindex|slim_seo|_sq_noindex|robots|_?wds_meta-robots-noindex)$/i
const NOINDEX_VALUE = /^(?:1|on|yes|true)$|noindex(?!";(?:i:0|b:0|s:\d+:"0?"|N))/i

type State = { status: string; password: string; isRestricted: boolean; date: number | null; now: number }

/** Says why a post is not plainly public; null if it is. */
export function whyNotPublic(
  { meta, texts }: WxrItem,
  { status, password, isRestricted, date, now }: State,
): string | null {
  if (password !== '') return 'It was protected by a password.'
  if (status === 'private') return 'It was private.'
  if (status === 'future' && (date === null || date <= now))
    return 'It was scheduled, but its time has passed.'
  if (status !== 'publish' && status !== 'future')
    return status === '' ? UNKNOWN_STATE : `Its state was “${status}”.`
  if (isRestricted) return 'A part of it was for members only, or hidden.'
  for (const [name, value] of texts)
    if (/visibility|access/i.test(name) && !OPEN_VALUES.has(value.trim().toLowerCase()))
      return `The field “${name}” does not plainly say that it was public.`
  for (const { name, value } of meta) {
    const said = value.trim().toLowerCase()
    if (NOINDEX.test(name) && NOINDEX_VALUE.test(said)) return 'It was kept out of search engines.'
    if (SOUNDS_HIDDEN.test(name) && !about.test(name) && !OPEN_VALUES.has(said))
      return `A plugin’s field (${name.slice(0, 60)}) may have shown it to some visitors only.`
  }
  return null
}
