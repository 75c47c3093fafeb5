type Rule = { isAllowed: boolean; pattern: string }

/** RFC 9309, section 2.5: what follows 500 KiB may be ignored. */
const MAX_LENGTH = 500 * 1024
const MAX_LINES = 5000
const none: readonly Rule[] = []
/** Accepts common mistypings such as `disalow: /` and `Disallow /`, because the intention is clear. */
const DIRECTIVE = /^\s*(user[- ]?agent|allow|dis{1,2}al{1,2}[oa]w)\s*(?::|\s(?!\s*:))(.*)$/i

/**
 * Reads the rules of a robots.txt for `agent` (RFC 9309): those of its own groups, otherwise those of `*`. The longest
 * matching rule decides, and an allowing one among equals.
 */
export function readRobots(text: string, agent: string): { mayRead: (path: string) => boolean } {
  const groups = new Map<string, Rule[]>()
  let names: string[] = []
  let hasRules = false
  for (const raw of text
    .slice(0, MAX_LENGTH)
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/, MAX_LINES)) {
    const found = DIRECTIVE.exec(raw.replace(/#.*/, ''))
    if (!found) continue
    const [, field = '', said = ''] = found
    const value = said.trim()
    const key = field.toLowerCase()
    if (key.startsWith('user')) {
      if (hasRules) names = []
      hasRules = false
      names.push(tokenOf(value))
      for (const name of names) if (!groups.has(name)) groups.set(name, [])
    } else {
      hasRules = true
      if (value !== '')
        for (const name of names)
          groups.get(name)?.push({ isAllowed: key === 'allow', pattern: normalized(value) })
    }
  }
  const rules: readonly Rule[] = groups.get(agent.toLowerCase()) ?? groups.get('*') ?? none
  return {
    mayRead(path) {
      const asked = normalized(path)
      if (asked === '/robots.txt') return true
      let best: Rule | null = null
      for (const rule of rules) {
        const isBetter =
          best === null ||
          rule.pattern.length > best.pattern.length ||
          (rule.pattern.length === best.pattern.length && rule.isAllowed)
        if (isBetter && isFitting(asked, rule.pattern)) best = rule
      }
      return best?.isAllowed ?? true
    },
  }
}

/** The name without a version: `FoyerReader/1.0` is `foyerreader`. */
function tokenOf(value: string): string {
  return /^(?:\*|[a-z_-]+)/i.exec(value)?.[0].toLowerCase() ?? value.toLowerCase()
}

/** Writes a path so that two spellings of it are equal: letters as such, everything else percent-encoded (section 2.2.2). */
function normalized(path: string): string {
  return path
    .toWellFormed()
    .replaceAll(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character))
    .replaceAll(/%[\da-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : code.toUpperCase()
    })
}

/** Matches with `*` and a final `$` as in RFC 9309, without backtracking, because the pattern is untrusted. */
function isFitting(path: string, pattern: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of others.entries()) {
    const isLast = isWhole && index === others.length - 1
    const found = isLast ? path.length - part.length : path.indexOf(part, at)
    if (found < at || !path.startsWith(part, found)) return false
    at = found + part.length
  }
  return !isWhole || others.at(-1) === '' || at === path.length
}

/** Where a page's head is looked for. */
const HEAD = 200_000

/** Returns what a page's elements `meta` say to readers, whichever reader they name. */
export function robotsOf(html: string): string {
  return [...html.slice(0, HEAD).matchAll(/<meta\b[^<>]{0,1000}>/gi)]
    .filter(([element]) => /^(?:robots|[a-z]*(?:bot|reader))$/i.test(attributeOf(element, 'name')))
    .map(([element]) => attributeOf(element, 'content'))
    .join(', ')
}

/** Whether directives of `meta` elements or `X-Robots-Tag` headers keep a page out of indexes. */
export function keepsOut(directives: string): boolean {
  const own = directives.replaceAll(/\bmax-[a-z-]{1,30}\s{0,9}:\s{0,9}[\w-]{1,30}/gi, '')
  return /(?:^|[\s,:])(?:noindex|none)(?=$|[\s,;])/i.test(own)
}

function attributeOf(element: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(element)
  return (
    found
      ?.slice(1)
      .find((value) => value !== undefined)
      ?.trim() || ''
  )
}
