import { placedTexts, withTexts } from '../languages/document-places.ts'
import type { PageDocument } from '../page-document.ts'

/**
 * Returns the source of a version after its source changed to another language: what was up to date stays so, and what was
 * not keeps the words that it was made from.
 * @param next the new source; its version's translations were made from `before`, its present words were `former`
 */
export function sourceAfterExchange(
  next: PageDocument,
  { former, before }: { former: PageDocument; before: PageDocument | null },
): PageDocument {
  const texts = placedTexts(former)
  const made = before ? placedTexts(before) : new Map<string, string>()
  return withTexts(next, (place, text) => {
    const from = made.get(place)
    if (from !== undefined && from === texts.get(place)) return text
    return from === undefined ? '' : from
  })
}

/**
 * Returns a function that makes the links in a stored document lead to the pages' new addresses.
 * @param moved new paths by former ones
 */
export function linkChanger(moved: ReadonlyMap<string, string>): (stored: string) => string {
  const change = (address: string): string => {
    const at = address.search(/[?#]|$/)
    const next = moved.get(address.slice(0, at))
    return next === undefined ? address : `${next}${address.slice(at)}`
  }
  return (stored) =>
    moved.size === 0 ? stored : JSON.stringify(changeIn(JSON.parse(stored) as unknown, change))
}

function changeIn(value: unknown, change: (address: string) => string): unknown {
  if (typeof value === 'string')
    return value.startsWith('/')
      ? change(value)
      : value.replaceAll(/(\]\()(\/[^)\s]*)/g, (_, open: string, address: string) => open + change(address))
  if (Array.isArray(value)) return value.map((each) => changeIn(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changeIn(each, change)]))
}
