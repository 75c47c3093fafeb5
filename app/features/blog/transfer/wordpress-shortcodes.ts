import { xmlText as escapeHtml } from '../feeds/xml.ts'

export type Attachment = { url: string; alt: string; title: string; caption: string; parent: string }

export type WordPressFiles = {
  byId: ReadonlyMap<string, Attachment>
  byParent: ReadonlyMap<string, readonly Attachment[]>
}

export type BodyState = {
  files: WordPressFiles
  postId: string
  /** Pieces of finished HTML, for which a mark stands in the text. */
  kept: string[]
  /** Names of what only WordPress can show. */
  left: Set<string>
  warnings: Set<string>
  isRestricted: boolean
}

const MARK = '\u{F0000}'

export function withoutMarks(text: string): string {
  return text.replaceAll(MARK, '')
}

function keep(html: string, { kept }: BodyState): string {
  kept.push(html)
  return `${MARK}${kept.length - 1}${MARK}`
}

const keepBlock = (html: string, state: BodyState) => `\n\n${keep(html, state)}\n\n`

export function restored(html: string, { kept }: BodyState): string {
  let text = html
  // Kept code may stand in a kept caption.
  for (let depth = 0; depth < 4 && text.includes(MARK); depth += 1)
    text = text.replaceAll(/\u{F0000}(\d{1,9})\u{F0000}/gu, (_, n: string) => kept[Number(n)] ?? '')
  return text
}

/** Names the language of the first code in a piece of text, as the mark of its block does. */
export function nameCode(text: string, language: string, { kept }: BodyState): void {
  const [, n] = /\u{F0000}(\d{1,9})\u{F0000}/u.exec(text) ?? []
  const html = n === undefined ? undefined : kept[Number(n)]
  if (html?.startsWith('<pre'))
    kept[Number(n)] = `<pre data-language="${escapeHtml(language)}"${html.slice('<pre'.length)}`
}

const CODE =
  /\[(code|sourcecode|source|actionscript3|bash|c|coldfusion|cpp|csharp|css|delphi|diff|fsharp|go|groovy|html|java|javafx|javascript|js|json|matlab|objc|perl|php|powershell|python|r|ruby|scala|shell|sql|vb|xml|yaml)((?:\s[^[\]]{0,300})?)\]|<(pre|code|script|style|textarea)(?=[\s>])[^<>]{0,2000}>/gi

/** Shortcodes for code keep each character; code in HTML may speak of shortcodes, which then stay as they are. */
export function keepCode(text: string, state: BodyState): string {
  const lower = text.toLowerCase()
  const find = finder(lower)
  let made = ''
  let at = 0
  for (const found of text.matchAll(CODE)) {
    if (found.index < at) continue
    const [opening, name, attributes = '', tag = ''] = found
    const closing = name ? `[/${name.toLowerCase()}]` : `</${tag.toLowerCase()}>`
    const start = found.index + opening.length
    const end = find(closing, start)
    if (end === -1) continue
    const inner = text.slice(start, end)
    const whole = text.slice(found.index, end + closing.length)
    made += text.slice(at, found.index)
    if (name) made += keepBlock(shortcodeOfCode(name, attributesOf(attributes), inner), state)
    else if (tag.toLowerCase() !== 'code') made += keepBlock(whole, state)
    else if (!inner.includes('\n')) made += keep(whole, state)
    else made += keepBlock(`<pre>${whole}</pre>`, state)
    at = end + closing.length
  }
  return made + text.slice(at)
}

function shortcodeOfCode(name: string, given: ReadonlyMap<string, string>, code: string): string {
  const language = given.get('lang') ?? given.get('language') ?? (/code$|^source$/i.test(name) ? '' : name)
  const body = code.replace(/^\n/, '').replace(/\n$/, '')
  // Text without any tag was stored as HTML.
  const html = /[<>]/.test(body) ? escapeHtml(body) : body
  return `<pre><code${language ? ` class="language-${escapeHtml(language)}"` : ''}>${html}</code></pre>`
}

/** Works like `indexOf`, but remembers texts that it did not find, so that a search from a later position costs nothing. */
function finder(lower: string): (wanted: string, from: number) => number {
  const missing = new Set<string>()
  return (wanted, from) => {
    const at = missing.has(wanted) ? -1 : lower.indexOf(wanted, from)
    if (at === -1) missing.add(wanted)
    return at
  }
}

const OPENING = /\[(\[?)([a-z][\w-]{0,60})((?:[\s=:][^[\]]{0,2000})?)(\/?)\](\]?)/gi
const MOST_NESTED = 8

/** Parts of a post that a shortcode shows to some visitors only. */
const RESTRICTED_PART =
  /member|restrict|privat|protect|paid|paywall|premium|subscri|logged|login|(?:^|[_-]|un)lock|locker|^student|^course_|access(?!ib)|hid(?:e|den)|visib|role|patr(?:eon|on)|vip|guest|visitor|passster|password|confiden|secret|only|^(?:ihc|mepr|pmpro|rcp|s2|wlm|um)[_-]?|(?:^|_)if(?:_|$)/i
/** Shortcodes without an end that hide what follows. */
const RESTRICTED_REST =
  /^(?:members?(?:_?only)?|restrict(?:ed)?|private|protected|paid(?:_post)?|paywall|s2(?:if|member.*)|mepr-.*|wcm_.*|ihc-.*|membership|pmpro.*|rcp_.*|arm_.*|um_.*|groups_.*|access|login_to_view|wlm_.*|passster)$/i

export function expandShortcodes(text: string, state: BodyState, depth = 0): string {
  if (depth > MOST_NESTED || !text.includes('[')) return text
  const find = finder(text.toLowerCase())
  let made = ''
  let at = 0
  const pattern = new RegExp(OPENING)
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const [whole, escaped = '', name = '', attributes = '', closed = '', escapedEnd = ''] = found
    const start = found.index + escaped.length
    const end = start + whole.length - escaped.length - escapedEnd.length
    const closing = `[/${name.toLowerCase()}]`
    const close = closed ? -1 : find(closing, end)
    // Authors who write about shortcodes double the brackets.
    const escapedAt = escaped ? (escapedEnd ? end : close === -1 ? -1 : close + closing.length) : -1
    if (escapedAt !== -1 && text[escapedAt] === ']') {
      made += text.slice(at, found.index) + keep(text.slice(start, escapedAt), state)
      at = escapedAt + 1
      pattern.lastIndex = at
      continue
    }
    if (close === -1 && !isShortcode(name, attributes, placeOf(text, start, end, at))) continue
    const inner = close === -1 ? '' : text.slice(end, close)
    made += text.slice(at, start) + shown({ name: name.toLowerCase(), attributes, inner }, state, depth)
    at = close === -1 ? end : close + closing.length
    pattern.lastIndex = at
  }
  return made + text.slice(at)
}

type Place = { isInWord: boolean; isAlone: boolean }

function placeOf(text: string, start: number, end: number, last: number): Place {
  const before = text.slice(Math.max(0, start - 40), start).replace(/[ \t]+$/, '')
  const after = text.slice(end, end + 40).replace(/^[ \t]+/, '')
  const isAlone = /(?:^|[\n>\u{F0000}])$/u.test(before) && /^(?:$|[\n<\u{F0000}])/u.test(after)
  // What follows another shortcode does not belong to a word.
  const isInWord = start !== last && /[\w)\]]/.test(text.charAt(start - 1))
  return { isInWord, isAlone }
}

/** Shortcodes of WordPress itself and of widespread plugins, which may come without attributes. */
const known: ReadonlySet<string> = new Set(
  'audio caption embed gallery playlist video youtube vimeo dailymotion archives contact contact-form toc form subscribe portfolio slideshow soundcloud spotify instagram twitter tweet googlemaps wp_caption products row column tabs tab accordion button spacer divider button_link members member restrict private'.split(
    ' ',
  ),
)
/** What authors and transcripts write in brackets, also on lines of their own. */
const remarks =
  /^(?:sic|music|laughter|laughs?|applause|silence|pause|inaudible|crosstalk|unintelligible|redacted|update|edit|spoilers?|todo|tbd|end|continued|ad|advertisement)$/

/**
 * Tells shortcodes from words in brackets. WordPress knows the names that its plugins registered; here a name that is
 * not widespread must have attributes or `_`, or stand alone on its line. `[sic]`, `a[0]` and `[long-term]` are text.
 */
function isShortcode(name: string, attributes: string, { isInWord, isAlone }: Place): boolean {
  if (known.has(name.toLowerCase())) return true
  if (isInWord || /^[=:]/.test(attributes)) return false
  if (/\s[\w-]{1,60}=(?=[^\s=])/.test(attributes)) return true
  if (/[_-]/.test(name) && /^\s+(?:["'\d]|&#)/.test(attributes)) return true
  if (attributes.trim() !== '') return false
  return name.includes('_') || (isAlone && /^[a-z][a-z0-9-]{2,}$/.test(name) && !remarks.test(name))
}

type Shortcode = { name: string; attributes: string; inner: string }

function shown({ name, attributes, inner }: Shortcode, state: BodyState, depth: number): string {
  const given = attributesOf(attributes)
  if (RESTRICTED_REST.test(name) || (inner.trim() !== '' && RESTRICTED_PART.test(name)))
    state.isRestricted = true
  if (isSwitchedOff(given)) {
    if (inner.trim() !== '') state.isRestricted = true
    else {
      state.left.add(`[${name}]`)
      return ''
    }
  }
  if (/^(?:wp_)?caption$/.test(name))
    return captioned(expandShortcodes(inner, state, depth + 1), given, state)
  if (name === 'gallery' || name === 'playlist') return gallery(name, given, state)
  if (
    /^(?:embed|youtube|vimeo|dailymotion|audio|video|soundcloud|spotify|instagram|twitter|tweet|googlemaps)$/.test(
      name,
    )
  ) {
    const address = addressIn(name, given, inner || attributes.replace(/^[\s=:]+/, ''))
    if (address !== null) return linkTo(address, state)
  }
  state.left.add(`[${name}]`)
  if (name === 'vc_raw_js') return ''
  if (name === 'vc_raw_html') return keepBlock(rawHtml(inner), state)
  const kept = expandShortcodes(inner, state, depth + 1)
  if (kept.trim() !== '') return kept
  const pictures = /ima?ge?|pic|photo|gallery|slide/.test(name) ? picturesOf(given, state.files) : []
  if (pictures.length > 0) return keepBlock(pictures.join('\n'), state)
  const address = addressIn(name, given, '')
  if (address === null) return ''
  const isPicture = /\.(?:avif|gif|jpe?g|png|webp)(?:\?|$)/i.test(address)
  return isPicture
    ? keepBlock(pictureOf({ url: address, alt: given.get('alt') ?? '', caption: '' }), state)
    : linkTo(address, state)
}

function isSwitchedOff(given: ReadonlyMap<string, string>): boolean {
  return (
    /^(?:yes|true|on|1)$/i.test(given.get('disable_element') ?? '') ||
    given.get('disabled') === 'on' ||
    given.get('disabled_on') === 'on|on|on' ||
    given.get('status') === 'draft'
  )
}

/** A page builder stores HTML in base64, so that its text is not changed. */
function rawHtml(inner: string): string {
  try {
    return decodeURIComponent(Buffer.from(inner.trim(), 'base64').toString('latin1'))
  } catch {
    return ''
  }
}

function linkTo(address: string, state: BodyState): string {
  const safe = escapeHtml(address)
  return keepBlock(`<p><a href="${safe}">${safe}</a></p>`, state)
}

const addressNames = 'src url mp4 m4v webm ogv flv mp3 m4a ogg wav href link id 0'.split(' ')

function addressIn(name: string, given: ReadonlyMap<string, string>, inner: string): string | null {
  const found = [inner.trim(), ...addressNames.map((one) => given.get(one) ?? '')]
  const address = found.find((one) => /^(?:https?:)?\/\/\S+$/i.test(one))
  if (address) return address.replaceAll('&amp;', '&')
  const id = found.find((one) => /^[\w-]{5,20}$/.test(one))
  if (id && name === 'youtube') return `https://www.youtube.com/watch?v=${id}`
  return id && name === 'vimeo' && /^\d+$/.test(id) ? `https://vimeo.com/${id}` : null
}

function captioned(inner: string, given: ReadonlyMap<string, string>, state: BodyState): string {
  const [, picture = '', rest = ''] =
    /^\s*((?:<a\s[^>]{0,2000}>\s*)?<img\s[^>]{0,3000}>(?:\s*<\/a>)?)([^]*)$/i.exec(inner) ?? []
  if (picture === '') return inner
  const caption = (rest.trim() || given.get('caption') || '').trim()
  return keepBlock(
    `<figure>${picture}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`,
    state,
  )
}

function pictureOf({ url, alt, caption }: Pick<Attachment, 'url' | 'alt' | 'caption'>): string {
  const picture = `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`
  return `<figure>${picture}${caption ? `<figcaption>${escapeHtml(caption)}</figcaption>` : ''}</figure>`
}

function picturesOf(given: ReadonlyMap<string, string>, { byId }: WordPressFiles): string[] {
  const ids = ['image', 'images', 'img_id', 'image_id', 'attachment_id', 'ids', 'id'].flatMap((one) =>
    (given.get(one) ?? '').split(/[,\s]+/),
  )
  return ids.flatMap((id) => byId.get(id) ?? []).map(pictureOf)
}

export function gallery(name: string, given: ReadonlyMap<string, string>, state: BodyState): string {
  const { byId, byParent } = state.files
  const wanted = (given.get('ids') ?? given.get('include') ?? '').split(/[,\s]+/).filter(Boolean)
  const listed =
    wanted.length > 0
      ? wanted.map((id) => byId.get(id))
      : (byParent.get(given.get('id') ?? state.postId) ?? []).slice(0, 200)
  const found = listed.filter((one) => one !== undefined)
  if (found.length < listed.length || found.length === 0)
    state.warnings.add(`Files of a ${name} are not in the export.`)
  const html = found.map((file) =>
    name === 'playlist'
      ? `<p><a href="${escapeHtml(file.url)}">${escapeHtml(file.title || file.url)}</a></p>`
      : pictureOf(file),
  )
  return html.length === 0 ? '' : keepBlock(html.join('\n'), state)
}

function attributesOf(text: string): Map<string, string> {
  const given = new Map<string, string>()
  let n = 0
  const pattern = /([\w-]{1,60})\s{0,3}=\s{0,3}(?:"([^"]*)"|'([^']*)'|([^\s'"]+))|"([^"]*)"|'([^']*)'|(\S+)/g
  const plain = text.replaceAll(/[“”″]|&#82(?:20|21|43);|&quot;/g, '"')
  for (const [, name, ...values] of plain.matchAll(pattern)) {
    const value = values.find((one) => one !== undefined) ?? ''
    given.set(name?.toLowerCase() ?? String(n), value)
    if (name === undefined) n += 1
  }
  return given
}
