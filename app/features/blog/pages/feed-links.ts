import type { MetaDescriptor } from 'react-router'

const formats = [
  ['application/rss+xml', 'rss.xml'],
  ['application/atom+xml', 'atom.xml'],
  ['application/feed+json', 'feed.json'],
] as const

/** Tells readers of feeds where they are. @param base `/blog` or a tag's path */
export function feedLinks(base: string, title: string): MetaDescriptor[] {
  return formats.map(([type, file]) => ({
    tagName: 'link',
    rel: 'alternate',
    type,
    title,
    href: `${base}/${file}`,
  }))
}
