import { xmlText as escaped } from '../feeds/xml.ts'

import {
  type BodyState,
  card,
  codeCard,
  imageCard,
  isCard,
  isRow,
  linked,
  type Row,
  rowsIn,
  textIn,
  wrapped,
} from './ghost-cards.ts'

/** Deeper parts become text without structure. */
const MAX_DEPTH = 60

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function parsed(json: string): unknown {
  try {
    return json === '' ? null : JSON.parse(json)
  } catch {
    return null
  }
}

const formats = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup', 'mark']

export function fromLexical(json: string, state: BodyState): string {
  const read = parsed(json)
  const root = isRow(read) ? read['root'] : null
  return isRow(root) ? lexicalChildren(root, state, 0) : ''
}

function lexicalChildren(node: Row, state: BodyState, depth: number): string {
  const children = rowsIn(node['children'])
  if (depth <= MAX_DEPTH) return children.map((child) => lexicalNode(child, state, depth + 1)).join('')
  state.warnings.add('Parts that were nested very deeply became plain text.')
  return escaped([...textsIn(children)].join(' '))
}

/** Yields the texts of a subtree, however deep it is. */
function* textsIn(nodes: readonly Row[]): Generator<string> {
  const waiting = nodes.toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (textIn(node, 'text') !== '') yield textIn(node, 'text')
    waiting.push(...rowsIn(node['children']).toReversed())
  }
}

function lexicalNode(node: Row, state: BodyState, depth: number): string {
  const type = textIn(node, 'type').replace(/^extended-/, '')
  const inner = () => lexicalChildren(node, state, depth)
  switch (type) {
    case 'text':
    case 'tab':
    case 'code-highlight': {
      const bits = Number(node['format']) || 0
      return formats.reduceRight(
        (html, tag, bit) => ((bits & (1 << bit)) === 0 ? html : `<${tag}>${html}</${tag}>`),
        escaped(textIn(node, 'text') || (type === 'tab' ? '\t' : '')),
      )
    }
    case 'linebreak':
      return '<br>'
    case 'zwnj':
      return ''
    case 'paragraph':
      return `<p>${inner()}</p>`
    case 'heading':
      return wrapped(/^h[1-6]$/.test(textIn(node, 'tag')) ? textIn(node, 'tag') : 'h2', inner())
    case 'quote':
    case 'aside':
      return `<blockquote><p>${inner()}</p></blockquote>`
    case 'list': {
      const isOrdered = node['listType'] === 'number' || node['tag'] === 'ol'
      const start = Number(node['start'])
      const items = itemsOf(node, state, depth)
      if (!isOrdered) return `<ul>${items}</ul>`
      return `<ol${start > 1 ? ` start="${Math.floor(start)}"` : ''}>${items}</ol>`
    }
    case 'listitem': {
      const box =
        typeof node['checked'] === 'boolean'
          ? `<input type="checkbox"${node['checked'] ? ' checked' : ''}> `
          : ''
      return `<li>${box}${inner()}</li>`
    }
    case 'link':
    case 'autolink':
    case 'at-link':
      return linked(textIn(node, 'url'), inner())
    case 'code':
      return codeCard({ ...node, code: lexicalText(node) })
    case 'table':
      return wrapped('table', inner())
    case 'tablerow':
      return wrapped('tr', inner())
    case 'tablecell':
      return wrapped(Number(node['headerState']) > 0 ? 'th' : 'td', inner())
    default:
      return Array.isArray(node['children']) && !isCard(type)
        ? unknownNode(type, inner(), state)
        : card(type, node, state)
  }
}

/** In lexical, an inner list is an item of its own. In HTML, it belongs into the item before. */
function itemsOf(list: Row, state: BodyState, depth: number): string {
  const items: string[] = []
  for (const child of rowsIn(list['children'])) {
    const inner = rowsIn(child['children'])
    const isNested = inner.length > 0 && inner.every((one) => one['type'] === 'list')
    if (isNested && items.length > 0)
      items[items.length - 1] =
        `${items.at(-1)?.replace(/<\/li>$/, '')}${lexicalChildren(child, state, depth + 1)}</li>`
    else items.push(lexicalNode(child, state, depth + 1))
  }
  return items.join('')
}

function unknownNode(type: string, inner: string, state: BodyState): string {
  state.warnings.add(`Of a part of the unknown kind “${type}” only the text was kept.`)
  return inner
}

function lexicalText(node: Row): string {
  return rowsIn(node['children'])
    .map((child) =>
      child['type'] === 'linebreak' ? '\n' : child['type'] === 'tab' ? '\t' : textIn(child, 'text'),
    )
    .join('')
}

/** Reads mobiledoc 0.2 and 0.3, which Ghost's former editor wrote. */
export function fromMobiledoc(json: string, state: BodyState): string {
  const read = parsed(json)
  if (!isRow(read)) return ''
  const [oldMarkups, oldSections] =
    listIn(read['sections']).every(Array.isArray) && !Array.isArray(read['markups'])
      ? listIn(read['sections'])
      : [read['markups'], read['sections']]
  const doc: Mobiledoc = {
    markups: listIn(oldMarkups).map(listIn),
    atoms: listIn(read['atoms']).map(listIn),
    cards: listIn(read['cards']).map(listIn),
  }
  return listIn(oldSections)
    .map((section) => mobiledocSection(listIn(section), doc, state))
    .join('')
}

type Mobiledoc = { markups: unknown[][]; atoms: unknown[][]; cards: unknown[][] }

function mobiledocSection(section: readonly unknown[], doc: Mobiledoc, state: BodyState): string {
  const [kind, first, second] = section
  const tag = typeof first === 'string' && blockTags.has(first) ? first : 'p'
  if (kind === 1)
    return tag === 'aside' || tag === 'pull-quote' || tag === 'blockquote'
      ? `<blockquote><p>${markersOf(second, doc, state)}</p></blockquote>`
      : wrapped(tag, markersOf(second, doc, state))
  if (kind === 2) return imageCard({ src: first })
  if (kind === 3)
    return wrapped(
      tag === 'ol' ? 'ol' : 'ul',
      listIn(second)
        .map((item) => wrapped('li', markersOf(item, doc, state)))
        .join(''),
    )
  if (kind !== 10) return ''
  const [name, payload] = typeof first === 'string' ? [first, second] : (doc.cards[Number(first)] ?? [])
  return card(said(name), isRow(payload) ? payload : {}, state)
}

const blockTags: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 blockquote aside pull-quote ol ul'.split(' '),
)
const inlineTags: ReadonlySet<string> = new Set('a b strong i em u s del code sub sup mark'.split(' '))

const said = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function markersOf(markers: unknown, { markups, atoms }: Mobiledoc, state: BodyState): string {
  const open: string[] = []
  let html = ''
  for (const marker of listIn(markers).map(listIn)) {
    // Version 0.2 has no kind before the other parts.
    const [kind, opens, closes, value] = marker.length < 4 ? [0, ...marker] : marker
    for (const index of listIn(opens)) {
      const [name, attributes] = markups[Number(index)] ?? []
      const tag = typeof name === 'string' && inlineTags.has(name.toLowerCase()) ? name.toLowerCase() : 'span'
      const given = listIn(attributes)
      const href = given[given.indexOf('href') + 1]
      html += tag === 'a' && typeof href === 'string' ? `<a href="${escaped(href)}">` : `<${tag}>`
      open.push(tag)
    }
    if (kind === 1) {
      const [name, text, payload] = atoms[Number(value)] ?? []
      html += name === 'soft-return' ? '<br>' : escaped(said(text))
      if (name !== 'soft-return' && !text) html += card(said(name), isRow(payload) ? payload : {}, state)
    } else html += escaped(said(value))
    for (let n = 0; n < Number(closes) && open.length > 0; n += 1) html += `</${open.pop()}>`
  }
  return (
    html +
    open
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join('')
  )
}
