import type { PostForm } from '../post-form.ts'

/** What is translated of a post: its lines, and the blocks of its Markdown. */
export type PostTexts = { title: string; excerpt: string; imageAlt: string; blocks: readonly string[] }

export const lineNames = { title: 'Title', excerpt: 'Excerpt', imageAlt: 'Image description' } as const
export type LinePlace = keyof typeof lineNames
const linePlaces = Object.keys(lineNames) as LinePlace[]

/** `title`, or `content.3` for the block of that number. */
export type Place = LinePlace | `content.${number}`

export type ComparedText = {
  place: Place
  /** The source's text now; empty if the source no longer has it. */
  source: string
  /** The source's text from which the translation was made; null for one that is new. */
  before: string | null
  /** Empty if there is none. */
  translation: string
  isOld: boolean
}

export type PostVersion = { texts: PostTexts; before: PostTexts | null }

/** A line with further backticks, such as ```` ```npm i``` ````, is code within a paragraph. */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/

function linesOf(markdown: string): { line: string; isCode: boolean }[] {
  let fence: string | null = null
  return markdown.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1]
    const isCode = fence !== null || mark !== undefined
    if (mark === undefined) return { line, isCode }
    if (fence === null) fence = mark
    else if (mark.startsWith(fence) && line.trim() === mark) fence = null
    return { line, isCode }
  })
}

/** Splits Markdown at empty lines; fenced code stays whole. */
export function blocksOf(markdown: string): string[] {
  const blocks: string[] = []
  let lines: string[] = []
  const end = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'))
    lines = []
  }
  for (const { line, isCode } of linesOf(markdown)) {
    if (isCode || line.trim() !== '') lines.push(line)
    else end()
  }
  end()
  return blocks
}

/** Splits stored blocks anew. Older versions took a line such as ```` ```npm i``` ```` for the beginning of a fence. */
export function splitAgain(blocks: readonly string[]): readonly string[] {
  if (blocks.every((block) => blocksOf(block).length < 2)) return blocks
  const none = '\0'
  const joined = blocks.map((block) => block || none).join('\n\n')
  return blocksOf(joined).map((block) => (block === none ? '' : block))
}

/** Returns where a block begins and ends in a text; the text's end for one that it lacks. */
export function rangeOfBlock(markdown: string, wanted: number): [start: number, end: number] {
  let from = 0
  for (const [at, block] of blocksOf(markdown).entries()) {
    const start = markdown.indexOf(block, from)
    from = start + block.length
    if (at === wanted) return [start, from]
  }
  return [markdown.length, markdown.length]
}

export function textsOf({ title, excerpt, imageAlt, content }: PostForm): PostTexts {
  return { title, excerpt, imageAlt, blocks: blocksOf(content) }
}

/** Returns whether a block has words; code, pictures and rules are the same in all languages. */
export function hasWords(block: string): boolean {
  const text = linesOf(block).flatMap(({ line, isCode }) => (isCode ? [] : [line]))
  const words = text.join('\n').replaceAll(/\]\([^)]*\)|<[^>]*>|https?:\/\/\S+|`[^`]*`/g, ' ')
  return /\p{L}{2}/u.test(words)
}

/**
 * Returns every text of the source beside its translation. Blocks are found again after others were added or removed;
 * they have translations as long as the translation has as many blocks as the source had.
 */
export function compareTexts(source: PostTexts, { texts, before }: PostVersion): ComparedText[] {
  const lines = linePlaces.flatMap((place): ComparedText[] =>
    source[place] === '' ? [] : [compared(place, source[place], before && before[place], texts[place])],
  )
  const isWhole = isPaired({ texts, before })
  const former = matchBlocks(before === null ? [] : before.blocks, source.blocks)
  const blocks = source.blocks.map((text, at): ComparedText => {
    const known = former[at]
    const was = known === undefined ? null : (before?.blocks[known] ?? null)
    const translation = known !== undefined && isWhole ? String(texts.blocks[known]) : ''
    const place: Place = `content.${at}`
    const own = translation !== '' && was === text ? translation : text
    if (!hasWords(text)) return { place, source: text, before: text, translation: own, isOld: false }
    if (!isWhole && was === text && texts.blocks.length > 0)
      return { place, source: text, before: was, translation: '', isOld: false }
    return compared(place, text, was, translation)
  })
  return [...lines, ...blocks]
}

function compared(place: Place, source: string, before: string | null, translation: string): ComparedText {
  const was = before === '' ? null : before
  return { place, source, before: was, translation, isOld: was !== source || translation === '' }
}

/** More blocks than this on both sides are compared in their order only. */
const MOST_COMPARED = 1000

/** Returns for each present block which former one it was, unchanged or changed; undefined for one that is new. */
function matchBlocks(former: readonly string[], present: readonly string[]): (number | undefined)[] {
  const found = present.map((): number | undefined => undefined)
  const pairs = [...longestCommon(former, present), [former.length, present.length] as const]
  let [was, is] = [0, 0]
  for (const [before, now] of pairs) {
    // Between two unchanged blocks, changed ones are told apart by their order.
    while (was < before && is < now) found[is++] = was++
    if (now < present.length) found[now] = before
    was = before + 1
    is = now + 1
  }
  return found
}

function longestCommon(one: readonly string[], other: readonly string[]): (readonly [number, number])[] {
  if (Math.max(one.length, other.length) > MOST_COMPARED)
    return other.flatMap((block, at) => (one[at] === block ? [[at, at] as const] : []))
  const width = other.length + 1
  const lengths = new Uint16Array((one.length + 1) * width)
  const at = (row: number, column: number) => Number(lengths[row * width + column])
  for (let row = one.length - 1; row >= 0; row -= 1)
    for (let column = other.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        one[row] === other[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const pairs: (readonly [number, number])[] = []
  for (let row = 0, column = 0; row < one.length && column < other.length;) {
    if (one[row] === other[column]) pairs.push([row++, column++])
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return pairs
}

/**
 * Returns a version with what was translated, and the source's texts that it now follows. Other texts keep what they had.
 * Blocks that have no pairs stay as they are.
 */
export function withTranslations(
  source: PostTexts,
  version: PostVersion,
  translations: ReadonlyMap<string, string>,
): { texts: PostTexts; before: PostTexts } {
  const all = new Map<string, ComparedText>(compareTexts(source, version).map((text) => [text.place, text]))
  const textAt = (place: Place, own: string) => {
    const known = all.get(place)
    return translations.get(place) ?? (known ? known.translation || known.source : own)
  }
  const followed = (place: Place) => {
    const known = all.get(place)
    if (!known) return ''
    if (translations.has(place)) return known.source
    return known.translation === '' || known.before === null ? '' : known.before
  }
  const lines = (of: (place: LinePlace) => string) => ({
    title: of('title'),
    excerpt: of('excerpt'),
    imageAlt: of('imageAlt'),
  })
  const keepsBlocks = version.texts.blocks.length > 0 && !isPaired(version)
  const each = (of: (place: Place, text: string) => string) =>
    source.blocks.map((text, at) => of(`content.${at}`, text))
  return {
    texts: {
      ...lines((place) => textAt(place, version.texts[place])),
      blocks: keepsBlocks ? version.texts.blocks : each(textAt),
    },
    before: {
      ...lines(followed),
      blocks: !keepsBlocks ? each(followed) : version.before === null ? [] : version.before.blocks,
    },
  }
}

/**
 * Returns the source's texts that a version follows after a member has saved it: texts that were out of date and that the
 * member has changed follow the source as it is now.
 */
export function followedAfterSave(
  source: PostTexts,
  version: PostVersion,
  saved: PostTexts,
): PostTexts | null {
  const { before } = version
  if (before === null) return null
  const all = new Map<string, ComparedText>(compareTexts(source, version).map((text) => [text.place, text]))
  const followed = (place: Place, text: string) => {
    const known = all.get(place)
    if (!known) return ''
    return known.isOld && text === known.translation ? textOf(known.before) : known.source
  }
  const hasAllBlocks =
    saved.blocks.length === source.blocks.length && (isPaired(version) || version.texts.blocks.length === 0)
  return {
    title: followed('title', saved.title),
    excerpt: followed('excerpt', saved.excerpt),
    imageAlt: followed('imageAlt', saved.imageAlt),
    blocks: hasAllBlocks ? saved.blocks.map((text, at) => followed(`content.${at}`, text)) : before.blocks,
  }
}

/** Returns whether each block of a version is the translation of one of the source's. */
export function isPaired({ texts, before }: PostVersion): boolean {
  return before !== null && before.blocks.length === texts.blocks.length
}

export function withTexts(form: PostForm, { blocks, ...lines }: PostTexts): PostForm {
  return { ...form, ...lines, content: blocks.join('\n\n') }
}

/** A text that the source did not have is stored as an empty one. */
function textOf(before: string | null): string {
  return before === null ? '' : before
}
