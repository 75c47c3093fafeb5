import { SaxesParser } from 'saxes'

import { fitForXml } from '../feeds/xml.ts'
import { emptyPostForm } from '../post-form.ts'
import { languageOfTag } from '../post-languages.ts'

import { type LazyEntries, momentOf, UnreadableImport } from './import-file.ts'

/** Exports have six levels. */
const MAX_DEPTH = 50

/** Texts of an item by element name; elements that can repeat have their own fields. */
type Item = {
  texts: Map<string, string>
  tags: string[]
  meta: Map<string, string>
}

/** Block comments of WordPress's editor. Excluding `<` and `>` keeps the match linear for unclosed ones. */
const EDITOR_MARKS = /<!--\s{0,9}\/?wp:[^<>]*-->\n?/g

/** Reads the posts of WordPress's export (WXR 1.2); categories become tags too. @throws {UnreadableImport} */
export function readWxr(xml: string): LazyEntries {
  const { items, language } = readItems(xml)
  const text = ({ texts }: Item, name: string) => texts.get(name) ?? ''
  const pictures = new Map(
    items.map((item) => [text(item, 'wp:post_id'), text(item, 'wp:attachment_url').trim()]),
  )
  return items
    .filter((item) => text(item, 'wp:post_type') === 'post' && text(item, 'wp:status') !== 'trash')
    .map((item) => () => {
      const date = momentOf(`${text(item, 'wp:post_date_gmt').replace(' ', 'T')}Z`)
      const thumbnail = item.meta.get('_thumbnail_id')
      const tags = item.tags.map((tag) => tag.replaceAll(',', ' ').trim())
      return {
        form: {
          ...emptyPostForm,
          title: text(item, 'title').trim(),
          slug: decoded(text(item, 'wp:post_name')),
          content: text(item, 'content:encoded').replaceAll(EDITOR_MARKS, '').trim(),
          excerpt: text(item, 'excerpt:encoded').trim(),
          imageUrl: (thumbnail !== undefined && pictures.get(thumbnail)) || '',
          language: languageOfTag(language),
          tags: tags.filter((tag) => tag !== '' && tag !== 'Uncategorized').join(', '),
        },
        createdAt: date,
        publishedAt: text(item, 'wp:status') === 'publish' ? date : null,
      }
    })
}

function readItems(xml: string): { items: Item[]; language: string } {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  const items: Item[] = []
  const open: { name: string; domain: string | undefined; text: string }[] = []
  let item: Item | null = null
  let metaKey = ''
  let isExport = false
  let language = ''

  parser.on('error', (error) => {
    // Exports contain HTML entities that XML does not define; they stay unchanged.
    if (!error.message.includes('undefined entity'))
      throw new UnreadableImport('This XML file is damaged. Please export it again.', { cause: error })
  })
  parser.on('doctype', () => {
    // Declared entities are not expanded, because a few lines could grow to gigabytes.
    throw new UnreadableImport('This file declares its own entities, which exports from WordPress never do.')
  })
  parser.on('opentag', ({ name, attributes }) => {
    open.push({ name, domain: attributes['domain'], text: '' })
    if (open.length > MAX_DEPTH) throw new UnreadableImport('This XML file is nested too deep.')
    const path = open.map((element) => element.name).join(' ')
    if (path === 'rss channel') isExport = true
    if (path === 'rss channel item') item = { texts: new Map(), tags: [], meta: new Map() }
  })
  const hear = (text: string) => {
    const element = open.at(-1)
    if (element && (item || element.name === 'language')) element.text += text
  }
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('closetag', () => {
    const element = open.pop()
    if (!item && element?.name === 'language' && open.length === 2) language = element.text
    if (!item || !element) return
    const { name, domain, text } = element
    if (open.length === 2) {
      items.push(item)
      item = null
    } else if (name === 'wp:meta_key') metaKey = text
    else if (name === 'wp:meta_value') item.meta.set(metaKey, text)
    else if (open.length > 3) return
    else if (name === 'category') {
      if (domain === 'post_tag' || domain === 'category') item.tags.push(text)
    } else item.texts.set(name, text)
  })

  // WordPress also exports pasted characters that XML forbids.
  parser.write(fitForXml(xml.trimStart())).close()
  if (!isExport) throw new UnreadableImport('This XML file is not an export from WordPress.')
  return { items, language }
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
