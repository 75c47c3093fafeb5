import { foldForSearch } from '#app/lib/readable-text.ts'

/** How a tag stands in addresses: letters and digits of any script, for a tag of another script has no other name. */
export function slugOfTag(name: string): string {
  const slug = foldForSearch(name).replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return slug.replaceAll(/^-|-$/g, '') || 'tag'
}
