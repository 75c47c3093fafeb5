/** Allowed elements. Others, such as scripts, pictures and filters, are removed with all their content. */
export const drawingElements: ReadonlySet<string> = new Set([
  'circle',
  'clipPath',
  'defs',
  'ellipse',
  'g',
  'line',
  'linearGradient',
  'mask',
  'path',
  'polygon',
  'polyline',
  'radialGradient',
  'rect',
  'stop',
  'svg',
  'symbol',
  'text',
  'title',
  'tspan',
  'use',
])

const number = /^[\s\d.,eE+-]*(?:px|%)?$/
const list = /^[\s\d.,eE+-]*$/
const word = /^[\w.-]{1,100}$/
/** Matches colours, keywords and functions such as `matrix()`, but no URLs: quotes, colons and slashes fail. */
const value = /^[-#\w\s.,%()+]*$/
const reference = /^url\(\s*(['"]?)#([\w.-]{1,100})\1\s*\)$/

const geometry = [
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'fx',
  'fy',
  'dx',
  'dy',
  'offset',
]
const looks = [
  'clip-rule',
  'color',
  'display',
  'dominant-baseline',
  'fill',
  'fill-opacity',
  'fill-rule',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'isolation',
  'letter-spacing',
  'mix-blend-mode',
  'opacity',
  'paint-order',
  'stop-color',
  'stop-opacity',
  'stroke',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
  'visibility',
]
const patterns: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(geometry.map((name) => [name, number])),
  ...Object.fromEntries(looks.map((name) => [name, value])),
  width: number,
  height: number,
  id: word,
  class: /^[\w\s.-]{1,200}$/,
  d: /^[\sMLHVCSQTAZmlhvcsqtaz\d.,eE+-]*$/,
  points: list,
  viewBox: list,
  transform: value,
  gradientTransform: value,
  preserveAspectRatio: value,
  clipPathUnits: word,
  gradientUnits: word,
  maskContentUnits: word,
  maskUnits: word,
  spreadMethod: word,
}

const referring: ReadonlySet<string> = new Set(['clip-path', 'mask'])
const painting: ReadonlySet<string> = new Set(['fill', 'stroke'])

export type CleanAttribute = { text: string; refersTo: string | null }

export function cleanAttribute(name: string, given: string): CleanAttribute | null {
  const text = given.trim()
  if (name === 'href') {
    const id = text.startsWith('#') ? text.slice(1) : ''
    return word.test(id) ? { text, refersTo: id } : null
  }
  if (referring.has(name) || painting.has(name)) {
    const id = reference.exec(text)?.[2]
    if (id !== undefined) return { text: `url(#${id})`, refersTo: id }
  }
  return isPlain(text) && patterns[name]?.test(text) ? { text, refersTo: null } : null
}

/** Converts declarations of a style attribute to attributes, without those that are not allowed. */
export function cleanStyle(style: string): Map<string, CleanAttribute> {
  const kept = new Map<string, CleanAttribute>()
  for (const declaration of style.split(';')) {
    const [name = '', ...rest] = declaration.split(':')
    const property = name.trim().toLowerCase()
    const isLook = looks.includes(property) || referring.has(property)
    const clean = isLook ? cleanAttribute(property, rest.join(':').replace(/!important/i, '')) : null
    if (clean) kept.set(property, clean)
  }
  return kept
}

const SELECTOR = /^[\w\s.,#-]{1,300}$/

/** Keeps rules with plain selectors that set the look, without comments, at-rules and anything else. */
export function cleanSheet(css: string): string {
  if (css.includes('\\')) return ''
  return withoutComments(css)
    .split('}')
    .flatMap((rule) => {
      const [selector = '', body, ...nested] = rule.split('{')
      if (body === undefined || nested.length > 0 || !SELECTOR.test(selector.trim())) return []
      // A rule may match many elements, which would multiply whatever it refers to.
      const looksOf = [...cleanStyle(body)].filter(([name]) => !referring.has(name))
      return `${selector.trim()}{${looksOf.map(([name, { text }]) => `${name}:${text}`).join(';')}}`
    })
    .join('')
}

function withoutComments(css: string): string {
  const [first = '', ...others] = css.split('/*')
  const after = others.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))
  return [first, ...after].join(' ')
}

function isPlain(text: string): boolean {
  return !/url\s*\(/i.test(text)
}
