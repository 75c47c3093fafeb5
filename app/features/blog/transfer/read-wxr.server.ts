import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'

import { emptyPostForm } from '../post-form.ts'

import { type ImportedPost, momentOf, UnreadableImport } from './imported-post.ts'

const text = z.string().catch('')
const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (Array.isArray(value) ? value : value === undefined ? [] : [value]), z.array(item))

const category = z.object({ '@domain': text, '#text': text })
const item = z.object({
  title: text,
  'wp:post_id': text,
  'wp:post_name': text,
  'wp:post_type': text,
  'wp:status': text,
  'wp:post_date_gmt': text,
  'wp:attachment_url': text,
  'content:encoded': text,
  'excerpt:encoded': text,
  category: list(z.union([category, z.unknown()])),
  'wp:postmeta': list(z.object({ 'wp:meta_key': text, 'wp:meta_value': text })),
})

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (name) => name === 'item',
})

/** Its editor writes neither `<` nor `>` into them, so that marks which never end take no time. */
const EDITOR_MARKS = /<!--\s{0,9}\/?wp:[^<>]*-->\n?/g

/** WordPress's export (WXR 1.2): its posts, with categories and tags as tags. @throws {UnreadableImport} */
export function readWxr(xml: string): ImportedPost[] {
  // Entities of a document's own unfold without end. Posts may speak of them, in their CDATA.
  if (/<!(DOCTYPE|ENTITY)/i.test(withoutCdata(xml)))
    throw new UnreadableImport('This file declares entities of its own, which no export of WordPress does.')
  const items = itemsOf(xml)
  const pictures = new Map(items.map((entry) => [entry['wp:post_id'], entry['wp:attachment_url']]))
  return items
    .filter((entry) => entry['wp:post_type'] === 'post' && entry['wp:status'] !== 'trash')
    .map((entry) => {
      const thumbnail = entry['wp:postmeta'].find((meta) => meta['wp:meta_key'] === '_thumbnail_id')
      const date = momentOf(`${entry['wp:post_date_gmt'].replace(' ', 'T')}Z`)
      const tags = entry.category.flatMap((found) => {
        const { data } = category.safeParse(found)
        return data && ['post_tag', 'category'].includes(data['@domain'])
          ? [data['#text'].replaceAll(',', ' ').trim()]
          : []
      })
      return {
        form: {
          ...emptyPostForm,
          title: entry.title,
          slug: decoded(entry['wp:post_name']),
          // Marks of its editor, which say nothing to a reader.
          content: entry['content:encoded'].replaceAll(EDITOR_MARKS, '').trim(),
          excerpt: entry['excerpt:encoded'].trim(),
          imageUrl: pictures.get(thumbnail?.['wp:meta_value'] ?? '-') ?? '',
          tags: tags.filter((tag) => tag !== '' && tag !== 'Uncategorized').join(', '),
        },
        createdAt: date,
        publishedAt: entry['wp:status'] === 'publish' ? date : null,
      }
    })
}

function itemsOf(xml: string): z.infer<typeof item>[] {
  let read: unknown
  try {
    read = parser.parse(xml)
  } catch (error) {
    throw new UnreadableImport('This XML file is damaged. Please export it again.', { cause: error })
  }
  const { data } = z.object({ rss: z.object({ channel: z.object({ item: list(item) }) }) }).safeParse(read)
  if (!data) throw new UnreadableImport('This XML file is no export of WordPress.')
  return data.rss.channel.item
}

/** In one pass, whatever is never closed. */
function withoutCdata(xml: string): string {
  const kept: string[] = []
  for (let from = 0; from !== -1;) {
    const start = xml.indexOf('<![CDATA[', from)
    kept.push(xml.slice(from, start === -1 ? undefined : start))
    const end = start === -1 ? -1 : xml.indexOf(']]>', start)
    from = end === -1 ? -1 : end + 3
  }
  return kept.join('')
}

/** WordPress keeps addresses percent-encoded. */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
