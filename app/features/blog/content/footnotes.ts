import type { Element, Root } from 'hast'
import type { Env, MarkdownIt, StateBlock, StateInline } from 'markdown-it'

import { elementsIn } from '#app/features/editing/html-tree.ts'

/** Anchors of headings never start with `s--`, so these ids are unique. */
const NOTE = 's--fn-'
const REFERENCE = 's--fnref-'

export const footnoteIds = /^s--fn(?:ref)?-\d{1,6}(?:-\d{1,6})?$/

type Note = { source: string; number: number; uses: number }

type Notes = { defined: Map<string, Note>; used: Note[] }

const notesByParse = new WeakMap<Env, Notes>()

/** Parses `[^label]` and `[^label]: text` as GitHub does: numbers notes by first use, lists them at the end and omits unused ones. */
export function footnotes(markdown: MarkdownIt): void {
  markdown.block.ruler.before('reference', 'footnote', readDefinition, { alt: ['paragraph', 'reference'] })
  markdown.inline.ruler.before('link', 'footnote', readReference)
  markdown.renderer.rules['footnote'] = (tokens, at) => String(tokens[at]?.content)
  markdown.core.ruler.after('inline', 'footnotes', ({ env, md, tokens, Token }) => {
    const used = notesByParse.get(env)?.used
    if (!used?.length) return
    const html = (content: string) =>
      tokens.push(Object.assign(new Token('html_block', '', 0), { content, block: true }))
    html('<section>\n<ol>\n')
    // The list grows during the loop if a note refers to others.
    for (const { source, number } of used) {
      html(`<li id="${NOTE}${number}">\n`)
      const first = tokens.length
      md.block.parse(source, md, env, tokens)
      for (const { type, content, children } of tokens.slice(first))
        if (type === 'inline' && children) md.inline.parse(content, md, env, children)
      html('</li>\n')
    }
    html('</ol>\n</section>\n')
  })
}

/** A definition continues in lines indented by four and in lines that continue its paragraph. */
function readDefinition(state: StateBlock, first: number, end: number, silent: boolean): boolean {
  if (state.level > 0 || state.sCount[first] !== 0) return false
  const match = /^\[\^([^\s[\]]{1,100})\]:/.exec(state.src.slice(state.bMarks[first], state.eMarks[first]))
  if (!match) return false
  if (silent) return true
  const [marker, label = ''] = match
  const lines = [
    state
      .getLines(first, first + 1, 0, false)
      .slice(marker.length)
      .trim(),
  ]
  let next = first + 1
  for (; next < end; next += 1) {
    if (!state.isEmpty(next) && !isIndented(state, next) && !continuesParagraph(state, next, end)) break
    lines.push(state.getLines(next, next + 1, 4, false))
  }
  state.line = next
  const notes = notesByParse.get(state.env) ?? { defined: new Map<string, Note>(), used: [] }
  notesByParse.set(state.env, notes)
  const name = label.toLowerCase()
  if (!notes.defined.has(name))
    notes.defined.set(name, { source: lines.join('\n').trim(), number: 0, uses: 0 })
  return true
}

function isIndented({ sCount }: StateBlock, line: number): boolean {
  return Number(sCount[line]) >= 4
}

function continuesParagraph(state: StateBlock, line: number, end: number): boolean {
  if (state.isEmpty(line - 1)) return false
  const rules = state.md.block.ruler.getRules('paragraph')
  return !rules.some((rule) => rule(state, line, end, true))
}

function readReference(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('[^', state.pos) || state.linkLevel > 0) return false
  const match = /^\[\^([^\s[\]]{1,100})\]/.exec(state.src.slice(state.pos, state.pos + 110))
  const notes = notesByParse.get(state.env)
  const note = notes?.defined.get(String(match?.[1]).toLowerCase())
  if (!match || !notes || !note) return false
  state.pos += match[0].length
  if (silent) return true
  note.uses += 1
  if (note.uses === 1) note.number = notes.used.push(note)
  const id = `${REFERENCE}${note.number}${note.uses === 1 ? '' : `-${note.uses}`}`
  state.push('footnote', '', 0).content =
    `<sup><a href="#${NOTE}${note.number}" id="${id}">${note.number}</a></sup>`
  return true
}

/** Labels references and adds links back. It runs after the sanitizer, which keeps only the ids. */
export function finishFootnotes(tree: Root): void {
  const back = new Map<string, Element[]>()
  const notes = new Map<string, Element>()
  for (const element of elementsIn(tree)) {
    const { tagName, properties, children } = element
    const id = String(properties['id'])
    const number = String(/-(\d+)/.exec(id)?.[1])
    if (tagName === 'a' && id.startsWith(REFERENCE)) {
      Object.assign(properties, { role: 'doc-noteref', ariaLabel: `Footnote ${number}` })
      const links = back.get(number)
      if (links) links.push(backLink(id))
      else back.set(number, [backLink(id)])
    } else if (tagName === 'li' && id.startsWith(NOTE) && !notes.has(number)) notes.set(number, element)
    else if (tagName === 'section' && children.some(isListOfNotes))
      Object.assign(properties, { role: 'doc-endnotes', ariaLabel: 'Footnotes' })
  }
  for (const [number, note] of notes) {
    const last = note.children.findLast(({ type }) => type === 'element')
    const place = last?.type === 'element' && last.tagName === 'p' ? last : note
    back.get(number)?.forEach((link) => place.children.push({ type: 'text', value: ' ' }, link))
  }
}

function isListOfNotes(child: Root['children'][number]): boolean {
  return (
    child.type === 'element' &&
    child.children.some((note) => note.type === 'element' && footnoteIds.test(String(note.properties['id'])))
  )
}

function backLink(id: string): Element {
  const properties = {
    href: `#${id}`,
    role: 'doc-backlink',
    ariaLabel: `Back to reference ${id.slice(REFERENCE.length)}`,
  }
  return { type: 'element', tagName: 'a', properties, children: [{ type: 'text', value: '↩\uFE0E' }] }
}
