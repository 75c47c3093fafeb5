import type { Element, ElementContent, Root, RootContent } from 'hast'

import { shortened } from '#app/lib/readable-text.ts'

import { elementsIn } from '#app/features/editing/html-tree.ts'

import { linkNotesOfWordPress, notesOfWordPress } from './html-footnotes.ts'
import {
  type BodyState,
  expandShortcodes,
  gallery,
  keepCode,
  nameCode,
  restored,
  withoutMarks,
  type WordPressFiles,
} from './wordpress-shortcodes.ts'

export type ReusableBlock = { title: string; content: string; isPublic: boolean }

type Source = {
  files: WordPressFiles
  blocks: ReadonlyMap<string, ReusableBlock>
  postId: string
  /** The editor's footnotes, as JSON; empty if it has none. */
  footnotes: string
}

export type WordPressBody = {
  html: string
  warnings: string[]
  isRestricted: boolean
  /** Whether its paragraphs are blank lines, as the classic editor stores them. */
  isClassic: boolean
}

type State = BodyState & { source: Source }

/** Turns what WordPress's editors store into HTML. `finishBody` must see the parsed HTML. */
export function wordPressBody(content: string, source: Source): WordPressBody {
  const { files, postId } = source
  const state: State = {
    source,
    files,
    postId,
    kept: [],
    left: new Set(),
    warnings: new Set(),
    isRestricted: false,
  }
  const text = withoutMarks(content.replaceAll(/\r\n?/g, '\n'))
  const parts = keepCode(text, state).replaceAll(/<!--(?:more|nextpage|noteaser)\b[^<>]{0,200}-->/gi, '\n\n')
  const html = restored(readBlocks(expandShortcodes(parts, state), state, 0), state)
  if (state.left.size > 0)
    state.warnings.add(
      `Left out, because only WordPress can show it: ${[...state.left].slice(0, 20).join(', ')}.`,
    )
  const isClassic = blockMarks(text).next().done === true
  return { html, warnings: [...state.warnings], isRestricted: state.isRestricted, isClassic }
}

/** The element that is put around text of the classic editor between blocks. */
const FREEFORM = 'wp-freeform'
const RESTRICTED_BLOCK =
  /paywall|premium-content|subscribers?-only|members?-only|restrict|password|protected|private/i
/** Attributes with which blocks are shown to nobody, or to some visitors. */
const HIDDEN_BLOCK =
  /"UAGDisplayConditions"\s*:\s*"(?!none"|")|"(?:otterConditions|conditionalBlocks)"\s*:\s*(?!null\b|false\b|""|\{\s*\}|\[[\s[\]]*\])|"blockVisibility"\s*:\s*(?!true\b|null\b|\{\s*\}|\[\s*\])|"(?:hideBlock|isHidden|hidden|loggedInOnly|membersOnly)"\s*:\s*(?:true|1|"(?!"))|"(?:userRoles|visibilityRoles|restrictedRoles)"\s*:\s*\[\s*"/

type BlockMark = {
  name: string
  attributes: string
  isEnd: boolean
  isVoid: boolean
  index: number
  end: number
}

/** Finds the comments that mark blocks. WordPress never writes `-->` within their attributes. */
function* blockMarks(text: string): Generator<BlockMark> {
  for (let index = text.indexOf('<!--'); index !== -1;) {
    const close = text.indexOf('-->', index)
    if (close === -1) return
    const inner = text.slice(index + 4, close)
    const found = /^\s+(\/?)wp:([a-z][\w-]{0,100}(?:\/[a-z][\w-]{0,100})?)(?=[\s/])/i.exec(inner)
    const next = inner.lastIndexOf('<!--')
    if (found)
      yield {
        name: (found[2] ?? '').toLowerCase(),
        attributes: inner.slice(found[0].length),
        isEnd: found[1] === '/',
        isVoid: inner.endsWith('/'),
        index,
        end: close + 3,
      }
    index = found || next === -1 ? text.indexOf('<!--', close + 3) : index + 4 + next
  }
}

/** The block editor marks its blocks in comments. Text outside of blocks is of the editor before. */
function readBlocks(text: string, state: State, depth: number): string {
  const marks = [...blockMarks(text)]
  if (marks.length === 0 && depth === 0) return text
  const parts: string[] = []
  let at = 0
  let open = 0
  let language = ''
  const addText = (part: string) => {
    if (part.trim() === '') return
    if (language) nameCode(part, language, state)
    language = ''
    parts.push(open > 0 ? part : `<${FREEFORM}>${part}</${FREEFORM}>`)
  }
  for (const { name, attributes, isEnd, isVoid, index, end } of marks) {
    addText(text.slice(at, index))
    at = end
    if (!isEnd && (RESTRICTED_BLOCK.test(name) || HIDDEN_BLOCK.test(attributes))) state.isRestricted = true
    if (isEnd) open = Math.max(0, open - 1)
    else if (isVoid) parts.push(voidBlock(name, attributes, state, depth))
    else {
      open += 1
      if (/code|highlight|enlighter|prism/.test(name))
        language = /"(?:language|lang)"\s*:\s*"([\w+#.-]{1,30})"/.exec(attributes)?.[1] ?? ''
    }
  }
  addText(text.slice(at))
  return parts.join('')
}

function voidBlock(name: string, attributes: string, state: State, depth: number): string {
  const [, ref = ''] = /"ref"\s*:\s*(\d+)/.exec(attributes) ?? []
  const block = name === 'block' && depth < 3 ? state.source.blocks.get(ref) : undefined
  if (block) return reusableBlock(block, attributes, state, depth)
  if (name === 'footnotes') return footnotesOf(state)
  const [, ids] = /"(?:ids|images)"\s*:\s*\[([\d\s,"]{1,5000})\]/.exec(attributes) ?? []
  if (name.endsWith('gallery') && ids)
    return gallery('gallery', new Map([['ids', ids.replaceAll('"', '')]]), state)
  // These have no content of their own.
  if (!/^(?:spacer|more|nextpage|separator|post-title|post-content)$/.test(name)) state.left.add(name)
  return ''
}

function reusableBlock(
  { title, content, isPublic }: ReusableBlock,
  attributes: string,
  state: State,
  depth: number,
): string {
  if (!isPublic) {
    state.warnings.add(`The reusable block “${title}” was left out, because it was not public.`)
    return ''
  }
  const own = ownTextsOf(attributes)
  if (own) state.warnings.add(`Its own texts in a reusable block were left out: ${own}.`)
  return readBlocks(expandShortcodes(keepCode(withoutMarks(content), state), state), state, depth + 1)
}

/** Quotes the texts that a post puts into a reusable block in place of the block's; empty if there are none. */
function ownTextsOf(attributes: string): string {
  if (!/"(?:content|overrides)"\s*:\s*\{\s*"/.test(attributes)) return ''
  const texts: string[] = []
  try {
    const { content, overrides } = JSON.parse(attributes.replace(/\/$/, '')) as Record<string, unknown>
    JSON.stringify(content ?? overrides, (_, value: unknown) => {
      if (typeof value === 'string') texts.push(value.replaceAll(/<[^<>]*>/g, ''))
      return value
    })
  } catch {
    return 'they are damaged'
  }
  return texts
    .slice(0, 20)
    .map((text) => `“${shortened(text, 100)}”`)
    .join(', ')
}

function footnotesOf({ source, left }: State): string {
  const notes = notesOfWordPress(source.footnotes)
  if (notes === null) left.add('footnotes')
  return notes ?? ''
}

/** Makes paragraphs as WordPress does, and addresses complete. @param base URL of the post, or empty */
export function finishBody(tree: Root, { isClassic, base }: { isClassic: boolean; base: string }): void {
  if (isClassic) makeParagraphs(tree)
  linkNotesOfWordPress(tree)
  for (const element of elementsIn(tree)) {
    if (!isClassic && element.tagName === FREEFORM) {
      element.tagName = 'div'
      makeParagraphs(element)
    }
    if (base) completeAddresses(element, base)
  }
}

function completeAddresses({ properties }: Element, base: string): void {
  for (const name of ['href', 'src', 'dataSrc', 'dataLazySrc', 'dataOriginal', 'dataOrigSrc', 'data']) {
    const address = properties[name]
    if (typeof address !== 'string' || address === '' || /^(?:#|[a-z][a-z0-9+.-]*:)/i.test(address.trim()))
      continue
    properties[name] = URL.parse(address.trim(), base)?.href ?? address
  }
}

const structure = /^(?:table|thead|tbody|tfoot|tr|colgroup|ul|ol|dl|figure|picture|select)$/
const flow =
  /^(?:div|blockquote|li|td|th|dd|section|article|aside|main|header|footer|center|details|nav|address|wp-freeform)$/
const textBlocks =
  /^(?:p|h[1-6]|hr|pre|dt|figcaption|summary|caption|form|fieldset|legend|iframe|video|audio|object|style|script)$/
const untouched = /^(?:pre|code|script|style|textarea|svg|math|kbd|iframe|video|audio|object|template)$/

function isBlockElement(node: RootContent): boolean {
  if (node.type !== 'element') return false
  const { tagName, children } = node
  return (
    structure.test(tagName) || flow.test(tagName) || textBlocks.test(tagName) || children.some(isBlockElement)
  )
}

/** In the classic editor, blank lines end paragraphs and line ends are line breaks. */
function makeParagraphs(parent: Root | Element): void {
  const made: ElementContent[] = []
  let run: ElementContent[] = []
  const endRun = (isParagraph: boolean) => {
    while (run[0] && isBlank(run[0])) run.shift()
    if (run.length > 0 && !run.every(isBlank)) {
      if (isParagraph) made.push({ type: 'element', tagName: 'p', properties: {}, children: run })
      else made.push(...run)
    }
    run = []
  }
  for (const child of parent.children as ElementContent[]) {
    if (child.type === 'text') {
      const [first = '', ...others] = child.value.split(/\n[ \t]*\n\s*/)
      addLines(first, run)
      for (const part of others) {
        endRun(true)
        addLines(part, run)
      }
    } else if (isBlockElement(child) && child.type === 'element') {
      endRun(made.length > 0)
      if (structure.test(child.tagName)) makeWithin(child)
      else if (flow.test(child.tagName) || !textBlocks.test(child.tagName)) makeParagraphs(child)
      else breakLines(child)
      made.push(child)
    } else {
      if (child.type === 'element') breakLines(child)
      run.push(child)
    }
  }
  endRun(made.length > 0)
  parent.children = made
}

function isBlank(node: ElementContent): boolean {
  return node.type === 'comment' || (node.type === 'text' && /^[ \t\n]*$/.test(node.value)) || isBreak(node)
}

function isBreak(node: ElementContent | undefined): boolean {
  return node?.type === 'element' && node.tagName === 'br'
}

function makeWithin(parent: Element): void {
  for (const child of parent.children)
    if (child.type === 'element') {
      if (structure.test(child.tagName)) makeWithin(child)
      else if (flow.test(child.tagName)) makeParagraphs(child)
      else breakLines(child)
    }
}

function addLines(text: string, run: ElementContent[]): void {
  for (const [n, line] of text.split('\n').entries()) {
    const isAfterBreak = run.length === 0 || isBreak(run.at(-1))
    if (n > 0 && !isAfterBreak) run.push({ type: 'element', tagName: 'br', properties: {}, children: [] })
    if (line !== '') run.push({ type: 'text', value: line })
  }
}

function breakLines(element: Element): void {
  if (untouched.test(element.tagName)) return
  const made: ElementContent[] = []
  for (const child of element.children) {
    if (child.type === 'text') addLines(child.value.replaceAll(/\n\s*\n/g, '\n'), made)
    else {
      if (child.type === 'element') breakLines(child)
      made.push(child)
    }
  }
  element.children = made
}
