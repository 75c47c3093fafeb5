import { SaxesParser, type SaxesTagNS } from 'saxes'

import { xmlText } from '#app/features/blog/feeds/xml.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import type { CleanSvg } from './clean-svg.ts'
import { cleanAttribute, cleanSheet, cleanStyle, drawingElements } from './svg-words.ts'

const SVG = 'http://www.w3.org/2000/svg'
const MOST_ELEMENTS = 5000
const MOST_DRAWN = 20_000
const MOST_LEVELS = 40
const WIDEST = 16
/** In pixels: enough for a drawing shown 36 pixels high on the densest screens. */
const BOX = { width: 1024, height: 512 }

type Element = {
  name: string
  attributes: Map<string, string>
  refersTo: string[]
  content: (Element | string)[]
}

const refuse = (sentence: string) => new FieldErrors({ logo: sentence })

/** @throws {FieldErrors} logo: not a drawing, damaged, or one that exceeds the limits. */
export function cleanSvg(source: string): CleanSvg {
  const root = readDrawing(source)
  const { box, ratio } = sizeOf(root)
  requireBounded(root)
  if (!isDrawn(root)) throw refuse('This SVG file draws nothing that can be shown as a logo.')
  const width = Math.max(1, Math.round(Math.min(BOX.width, BOX.height * ratio)))
  const height = Math.max(1, Math.round(width / ratio))
  root.attributes.set('viewBox', box)
  root.attributes.set('width', String(width))
  root.attributes.set('height', String(height))
  return { svg: write(root, true), width, height }
}

function readDrawing(source: string): Element {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const open: (Element | null)[] = []
  let root: Element | undefined
  let count = 0
  parser.on('error', (error) => {
    throw refuse(`This SVG file is damaged: ${error.message.replace(/\.?$/, '.')}`)
  })
  parser.on('doctype', (declaration) => {
    if (declaration.includes('[') || /<!entity/i.test(declaration))
      throw refuse('This SVG file declares its own entities. Please export it as plain SVG.')
  })
  parser.on('opentag', (tag) => {
    if ((count += 1) > MOST_ELEMENTS || open.length >= MOST_LEVELS)
      throw refuse('This SVG file has too many parts for a logo. Please simplify the drawing.')
    const parent = open.at(-1)
    const element = open.length > 0 && !parent ? null : toElement(tag, open.length === 0)
    open.push(element)
    if (element && parent) parent.content.push(element)
    if (open.length === 1) root = element ?? undefined
  })
  const hear = (text: string) => {
    const element = open.at(-1)
    if (element && ['text', 'tspan', 'title', 'style'].includes(element.name)) element.content.push(text)
  }
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element?.name === 'style')
      element.content = [cleanSheet(element.content.filter((part) => typeof part === 'string').join(''))]
  })
  parser.write(source.trimStart()).close()
  if (root?.name !== 'svg') throw refuse('This file is not an SVG drawing.')
  return root
}

function toElement({ local, uri, attributes }: SaxesTagNS, isRoot: boolean): Element | null {
  if (uri !== SVG && uri !== '') return null
  if (local === 'style') return { name: local, attributes: new Map(), refersTo: [], content: [] }
  // Keep a link's drawing without its address.
  const name = local === 'a' || local === 'switch' || (local === 'svg' && !isRoot) ? 'g' : local
  if (!drawingElements.has(name)) return null
  const element: Element = { name, attributes: new Map(), refersTo: [], content: [] }
  for (const { local: attribute, prefix, value } of Object.values(attributes)) {
    if (prefix !== '' && !(prefix === 'xlink' && attribute === 'href')) continue
    const clean =
      attribute === 'style' ? cleanStyle(value) : [[attribute, cleanAttribute(attribute, value)] as const]
    for (const [key, kept] of clean) {
      if (!kept) continue
      element.attributes.set(key, kept.text)
      if (kept.refersTo !== null) element.refersTo.push(kept.refersTo)
    }
  }
  return element
}

function sizeOf({ attributes }: Element): { box: string; ratio: number } {
  const given = attributes
    .get('viewBox')
    ?.split(/[\s,]+/)
    .map(Number)
  const [x = 0, y = 0, width = 0, height = 0] =
    given?.length === 4
      ? given
      : [0, 0, lengthOf(attributes.get('width')), lengthOf(attributes.get('height'))]
  const ratio = width / height
  if (!(width > 0 && height > 0 && [x, y, ratio].every(Number.isFinite)))
    throw refuse('This SVG file does not say how large its drawing is. Please export it with a viewBox.')
  if (ratio > WIDEST || ratio < 1 / WIDEST)
    throw refuse(`A logo may be at most ${WIDEST} times as wide as high, or as high as wide.`)
  return { box: [x, y, width, height].join(' '), ratio }
}

const lengthOf = (text: string | undefined) => (text && !text.includes('%') ? Number.parseFloat(text) : 0)

/** Refuses drawings whose elements repeat one another too often, or refer to themselves. */
function requireBounded(root: Element): void {
  const byId = new Map<string, Element>()
  const collect = (element: Element) => {
    const id = element.attributes.get('id')
    if (id !== undefined) byId.set(id, element)
    for (const part of element.content) if (typeof part !== 'string') collect(part)
  }
  collect(root)
  const known = new Map<Element, number>()
  const drawn = (element: Element): number => {
    const found = known.get(element)
    if (found !== undefined) return found
    // A cycle counts as infinite, which exceeds the limit.
    known.set(element, Infinity)
    const children = element.content.filter((part) => typeof part !== 'string')
    const targets = element.refersTo.map((id) => byId.get(id)).filter((target) => target !== undefined)
    const sum = [...children, ...targets].reduce((total, part) => total + drawn(part), 1)
    known.set(element, sum)
    return sum
  }
  if (drawn(root) > MOST_DRAWN)
    throw refuse('The parts of this SVG file repeat one another too often. Please simplify the drawing.')
}

const shapes: ReadonlySet<string> = new Set([
  'circle',
  'ellipse',
  'line',
  'path',
  'polygon',
  'polyline',
  'rect',
  'text',
  'use',
])

function isDrawn({ name, content }: Element): boolean {
  return shapes.has(name) || content.some((part) => typeof part !== 'string' && isDrawn(part))
}

function write({ name, attributes, content }: Element, isRoot = false): string {
  const space = isRoot ? ` xmlns="${SVG}"` : ''
  const written = [...attributes].map(([key, value]) => ` ${key}="${xmlText(value)}"`).join('')
  const inner = content.map((part) => (typeof part === 'string' ? xmlText(part) : write(part))).join('')
  return inner === '' ? `<${name}${space}${written}/>` : `<${name}${space}${written}>${inner}</${name}>`
}
