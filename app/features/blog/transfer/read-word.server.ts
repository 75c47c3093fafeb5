import { posix } from 'node:path'

import mammoth from 'mammoth'

import { decodeHtml } from '#app/lib/decode-html.ts'
import { UnreadableZip, type ZipFile } from '#app/platform/zip/read-zip.ts'

import { elementsIn, textOf } from '#app/features/editing/html-tree.ts'
import { languageOfTag } from '../post-languages.ts'

import { plain } from './feed-post.server.ts'
import { nameOf, slugOf, withoutTitle } from './html-pages.ts'
import { htmlToMarkdown } from './html-to-markdown.server.ts'
import { type ImportedPost, type ImportEntry, readMoment, UNKNOWN_STATE } from './imported-post.ts'

/** Bytes of a document's text, whose markup takes ten times the text. */
const MAX_WORD = 10_000_000

const WORD = /(?:^|\/)word\/document\.xml$/

/** Whether a file in a zip is the text of a Word document. */
export function isWord(name: string): boolean {
  return WORD.test(name)
}

export async function readWord(
  main: ZipFile,
  files: readonly ZipFile[],
  fileName: string,
): Promise<ImportEntry> {
  const root = main.name.slice(0, -'word/document.xml'.length)
  const place = root === '' ? fileName : root.slice(0, -1)
  const title = nameOf(place.replace(/\.docx$/i, ''))
  if (main.size > MAX_WORD) return { place, title, reason: 'It is too long.' }
  const inside = new Map(
    files.filter(({ name }) => name.startsWith(root)).map((file) => [file.name.slice(root.length), file]),
  )
  const folder = posix.dirname(place)
  const left = new Set<string>()
  const styles = inside.get('word/styles.xml')
  const shownIn = (xml: Buffer) => {
    const text = xml.toString()
    const said = styles && styles.size < MAX_WORD ? decodeHtml(styles.bytes(), '') : ''
    const shown = withoutHidden(text, hiddenStylesOf(said))
    if (shown !== text) left.add('Hidden text was left out.')
    return Buffer.from(shown)
  }
  const archive = {
    exists: (name: string) => inside.has(name),
    // Pictures are given by their names, and unpacked only if the post is imported.
    async read(name: string, encoding?: string) {
      const isPicture = name.startsWith('word/media/')
      const path = root === '' ? name : posix.relative(folder, root + name)
      const held = isPicture ? Buffer.from(encodeURI(path)) : Buffer.from(inside.get(name)?.bytes() ?? '')
      const bytes = /^word\/(?:document|footnotes|endnotes)\.xml$/.test(name) ? shownIn(held) : held
      return encoding ? bytes.toString(encoding === 'base64' ? 'base64' : 'utf8') : bytes
    },
  }
  const options = {
    styleMap: ["p[style-name='Title'] => h1:fresh"],
    convertImage: mammoth.images.imgElement(async (image) => ({
      src: (await image.readAsBuffer()).toString(),
    })),
  }
  try {
    // The types name only paths and buffers, but the library also reads an archive with these two functions.
    const { value, messages } = await mammoth.convertToHtml({ file: archive } as never, options)
    for (const { message } of messages) {
      if (/(?:external|find) image/i.test(message))
        left.add('A picture that is not in the file was left out.')
      if (message.includes('/math}')) left.add('A formula was left out.')
    }
    const core = inside.get('docProps/core.xml')
    const post = wordPost(value, core && core.size < 100_000 ? decodeHtml(core.bytes(), '') : '', {
      place,
      title,
    })
    return { ...post, warnings: [...left, ...post.warnings] }
  } catch (error) {
    const reason = error instanceof UnreadableZip ? error.message : 'This Word document is damaged.'
    return { place, title, reason }
  }
}

const RUN = /<w:r(?:\s[^>]{0,500})?>|<\/w:r>/g
const PROPERTIES = /^<w:r(?:\s[^>]{0,500})?>\s*<w:rPr>([^]{0,20000}?)<\/w:rPr>/
const HIDDEN = /<w:(?:vanish|specVanish)\s*(?:\/?>|w:val=["'](?:1|true|on)["']\s*\/?>)/
const STYLE =
  /<w:style\s[^>]{0,500}w:styleId=["']([^"']{1,200})["'][^>]{0,500}>((?:(?!<w:style\s)[^]){0,20000}?)<\/w:style>/g

function hiddenStylesOf(xml: string): Set<string> {
  return new Set(
    [...xml.matchAll(STYLE)].flatMap(([, id = '', said = '']) => (HIDDEN.test(said) ? [id] : [])),
  )
}

/** Removes text that Word hides. The marks where links begin and end stay, so that no link goes on too far. */
function withoutHidden(xml: string, styles: ReadonlySet<string>): string {
  if (styles.size === 0 && !HIDDEN.test(xml)) return xml
  const starts: number[] = []
  let shown = ''
  let kept = 0
  for (const { 0: tag, index } of xml.matchAll(RUN)) {
    if (tag !== '</w:r>') {
      starts.push(index)
      continue
    }
    const start = starts.pop() ?? index
    if (start < kept || !isHidden(xml.slice(start, start + 21_000), styles)) continue
    const fields = xml.slice(start, index).match(/<w:fldChar\s[^>]{0,500}\/>/g) ?? []
    shown += `${xml.slice(kept, start)}<w:r>${fields.join('')}</w:r>`
    kept = index + tag.length
  }
  return shown + xml.slice(kept)
}

function isHidden(run: string, styles: ReadonlySet<string>): boolean {
  // The last part is the formatting before a tracked change, which no longer counts.
  const said = (PROPERTIES.exec(run)?.[1] ?? '').replace(/<w:rPrChange[^]*$/, '')
  return HIDDEN.test(said) || styles.has(/<w:rStyle\s+w:val=["']([^"']{1,200})["']/.exec(said)?.[1] ?? '')
}

function wordPost(
  html: string,
  core: string,
  { place, title }: { place: string; title: string },
): ImportedPost {
  const field = (name: string) =>
    plain(new RegExp(`<${name}\\b[^>]{0,200}>([^<]{1,1000})<`).exec(core)?.[1] ?? '')
  let found = field('dc:title')
  const { markdown, warnings } = htmlToMarkdown(html, (tree) => {
    const first = [...elementsIn(tree)].find(({ tagName }) => tagName === 'h1')
    found ||= first ? textOf(first) : ''
    withoutTitle(tree, found)
    for (const cell of elementsIn(tree)) {
      const [only, ...others] = /^t[dh]$/.test(cell.tagName) ? cell.children : []
      if (only?.type === 'element' && only.tagName === 'p' && others.length === 0)
        cell.children = only.children
    }
  })
  return {
    source: `file:${place}`,
    place,
    title: found || title.replaceAll(/[-_]+/g, ' '),
    slug: slugOf(title),
    body: markdown,
    excerpt: field('dc:description'),
    author: field('dc:creator'),
    language: languageOfTag(field('dc:language')),
    tags: field('cp:keywords')
      .split(/[,;]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
    picture: '',
    pictureAlt: '',
    formerAddresses: [],
    createdAt: readMoment(field('dcterms:created'), 'UTC'),
    publishedAt: null,
    notPublic: UNKNOWN_STATE,
    warnings,
  }
}
