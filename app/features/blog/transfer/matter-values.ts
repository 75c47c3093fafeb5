import { yesOrNo } from './imported-post.ts'
import { isMapping } from './read-matter.ts'

export function pictureOf(value: unknown): { address: string; alt: string } {
  const one: unknown = Array.isArray(value) ? value[0] : value
  if (!isMapping(one))
    return { address: typeof one === 'string' && yesOrNo(one) === null ? one : '', alt: '' }
  const address = ['image', 'src', 'url', 'path', 'relative', 'teaser', 'overlay_image']
    .map((key) => textOf(one[key]))
    .find((text) => text !== '' && yesOrNo(text) === null)
  return { address: address ?? '', alt: textOf(one['alt']) }
}

export function tagsOf(all: ReadonlyMap<string, unknown>, place: string): string[] {
  const isSpaced = /(?:^|\/)_(?:posts|drafts)\//.test(place)
  const tags = ['tags', 'tag', 'categories', 'category'].flatMap((key) => {
    const value = all.get(key)
    if (typeof value !== 'string') return listOf(value)
    return value.split(value.includes(',') ? ',' : isSpaced && key !== 'category' ? /\s+/ : '\n')
  })
  return [...new Set(tags.map((tag) => tag.replaceAll(',', ' ').trim()).filter(Boolean))]
}

export function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value.flat(3) : [value]).map(textOf).filter(Boolean)
}

export function peopleOf(value: unknown): string {
  const people = (Array.isArray(value) ? value : [value]).map((one) =>
    isMapping(one) ? textOf(one['name']) || textOf(one['title']) : textOf(one),
  )
  return people.filter(Boolean).join(', ')
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
