import { parse as parseToml, TomlDate } from 'smol-toml'
import { Lexer, parseDocument } from 'yaml'

/** Limits in characters and tokens; a typical post has hundreds of characters and dozens of tokens. */
const MAX_MATTER = 20_000
const MAX_TOKENS = 2000

type Fields = Readonly<Record<string, unknown>>
type Matter = {
  fields: Fields
  body: string
  hasMatter: boolean
  problem: string
  /** The body with the blank lines around it. Only set if fences such as `---` enclose the front matter. */
  exactBody?: string
}

export function isMapping(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function shown(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 80)
}

/** Lists fields by their names in lower case, and those of the groups in which generators put more of them. */
export function pairsOf(fields: Fields): (readonly [string, unknown])[] {
  const own = Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value] as const)
  const nested = own.flatMap(([name, value]) =>
    ['params', 'extra', 'taxonomies', 'meta', 'custom', 'page', 'frontmatter'].includes(name) &&
    isMapping(value)
      ? Object.entries(value).map(([inner, one]) => [inner.toLowerCase(), one] as const)
      : [],
  )
  return [...own, ...nested]
}

/**
 * Reads the fields before a text in YAML, TOML, JSON or lines. `problem` is a sentence if it could not read them all.
 * @param options.isNotion whether fields may follow the title, as in pages of Notion
 */
export function readMatter(whole: string, { isNotion = false } = {}): Matter {
  const text = whole.replace(/^\uFEFF/, '')
  const notion = isNotion ? readNotionMatter(text) : null
  if (notion) return notion
  const start = /^(?:[ \t]*\r?\n){0,20}(---(?:json|yaml|toml|js|javascript)?|\+\+\+|;;;)[ \t]*\r?\n/.exec(
    text,
  )
  if (!start) return readBareMatter(text)
  const kind = start[1] ?? '---'
  const rest = text.slice(start[0].length)
  const closing = kind.startsWith('---')
    ? /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m
    : kind === '+++'
      ? /^\+\+\+[ \t]*(?:\r?\n|$)/m
      : /^;;;[ \t]*(?:\r?\n|$)/m
  const end = closing.exec(rest)
  if (!end) return { fields: {}, body: text, hasMatter: false, problem: 'Its front matter has no end.' }
  const inner = rest.slice(0, end.index)
  const body = rest
    .slice(end.index + end[0].length)
    .replace(/^(?:[ \t]*\r?\n)+/, '')
    .trimEnd()
  const read =
    kind === '+++' || kind === '---toml'
      ? tomlOf(inner)
      : kind === ';;;' || kind === '---json'
        ? jsonOf(inner)
        : SCRIPT.test(kind)
          ? null
          : yamlOf(inner)
  return {
    fields: read ?? linesOf(inner.replaceAll(/^(?:export )?(?:const|let|var) |;(?=\r?$)/gm, '')),
    body,
    exactBody: rest.slice(end.index + end[0].length),
    hasMatter: true,
    problem: read ? '' : IN_PART,
  }
}

const IN_PART = 'Its front matter could only be read in part.'
const SCRIPT = /^---j(?:s|avascript)$/

/** In Notion, a page of a database has its properties as lines below its title. */
function readNotionMatter(text: string): Matter | null {
  const start =
    /^#[ \t]+([^\n]{1,500}?)[ \t]*\r?\n\r?\n((?:[A-Za-z][\w -]{0,30}: [^\n]*\r?\n)+)(?:\r?\n|$)/.exec(text)
  if (!start) return null
  const fields = { ...linesOf(start[2] ?? ''), title: start[1] ?? '' }
  const hasMatter = Object.keys(fields).some((name) => /^(?:status|state|visibility|published?)$/i.test(name))
  return { fields, body: text.slice(start[0].length).trimEnd(), hasMatter, problem: '' }
}

/** Reads front matter without fences: an object in JSON, lines such as `Title: …` (Pelican), or those in a comment (Nikola). */
function readBareMatter(text: string): Matter {
  const json = /^\{\s*\r?\n[^]*?\r?\n\}[ \t]*(?:\r?\n|$)/.exec(text)
  const fields = json ? jsonOf(json[0]) : null
  if (json && fields) return { fields, body: text.slice(json[0].length).trim(), hasMatter: true, problem: '' }
  const closed = readClosedMatter(text)
  if (closed) return closed
  const lines =
    /^(?:<!--[ \t]*\r?\n)?(?:(?:\.\. | {0,3})[A-Za-z][\w -]{0,99}:[^\n]*\r?\n(?:(?: {4}|\t)[ \t]*[^\s][^\n]*\r?\n)*)+(?:-->)?/.exec(
      text,
    )
  const found = lines
    ? linesOf(lines[0].replaceAll(/\r?\n(?: {4}|\t)[ \t]*/g, ' ').replaceAll(/^(?:\.\. | {1,3})/gm, ''))
    : {}
  if (lines && Object.keys(found).some((key) => key.toLowerCase() === 'title'))
    return {
      fields: found,
      body: text.slice(lines[0].length).trim(),
      hasMatter: true,
      problem: lines[0].length > MAX_MATTER ? IN_PART : '',
    }
  return { fields: {}, body: text.trimEnd(), hasMatter: false, problem: '' }
}

/** Reads front matter of Hexo, which needs a fence only at its end. Prose may have such a line too, so the names are checked. */
function readClosedMatter(text: string): Matter | null {
  const end = /^[a-z]\w*:/i.test(text) ? /^-{3,}[ \t]*(?:\r?\n|$)/m.exec(text) : null
  if (!end) return null
  const inner = text.slice(0, end.index)
  const isOneBlock = !/\n[ \t]*\r?\n/.test(inner)
  const read = yamlOf(inner)
  const fields = read ?? linesOf(inner)
  const names = Object.keys(fields)
  const isMatter = isOneBlock || (read !== null && names.every((name) => /^[a-z_]\w*$/.test(name)))
  if (!isMatter || !names.some((name) => /^(?:title|date)$/i.test(name))) return null
  return {
    fields,
    body: text.slice(end.index + end[0].length).trim(),
    hasMatter: true,
    problem: read ? '' : IN_PART,
  }
}

/** Reads scalars as typed, so that `007` and `no` stay titles. Null if it is not a mapping. */
function yamlOf(yaml: string): Fields | null {
  if (yaml.length > MAX_MATTER) return null
  let tokens = 0
  for (const _ of new Lexer().lex(yaml)) if ((tokens += 1) > MAX_TOKENS) return null
  const quoted = yaml
    .replaceAll('\t', '  ')
    .replaceAll(
      /^([\w-]+):[ ]+(?!["'[{|>&*!])([^\n#]*?(?:: |:$|^[@`%])[^\n]*?)\r?$/gm,
      (_, key: string, value: string) => `${key}: ${JSON.stringify(value)}`,
    )
    .replaceAll(
      /^([\w-]+):[ ]+([@`%][^\n]*?)\r?$/gm,
      (_, key: string, value: string) => `${key}: ${JSON.stringify(value)}`,
    )
  for (const source of [yaml, quoted]) {
    try {
      const document = parseDocument(source, {
        schema: 'failsafe',
        uniqueKeys: true,
        prettyErrors: false,
        logLevel: 'silent',
      })
      const value: unknown = document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 20 })
      if (isMapping(value)) return value
      if (value === null || value === '') return {}
    } catch {}
  }
  return null
}

function tomlOf(toml: string): Fields | null {
  if (toml.length > MAX_MATTER) return null
  try {
    return JSON.parse(
      JSON.stringify(parseToml(toml), (_, value: unknown) =>
        value instanceof TomlDate ? value.toISOString() : value,
      ),
    ) as Fields
  } catch {
    return null
  }
}

function jsonOf(json: string): Fields | null {
  if (json.length > MAX_MATTER) return null
  try {
    const text = json.trim()
    const value: unknown = JSON.parse(text.startsWith('{') ? text : `{${text}}`)
    return isMapping(value) ? value : null
  } catch {
    return null
  }
}

/** Reads what a line says on its own. */
function linesOf(text: string): Fields {
  const pairs = [
    ...text.slice(0, MAX_MATTER).matchAll(/^([A-Za-z][\w -]{0,99}?)[ \t]*[:=][ \t]*([^\n]*?)\r?$/gm),
  ]
  return Object.fromEntries(
    pairs.map((pair) => [pair[1] ?? '', (pair[2] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2')]),
  )
}
