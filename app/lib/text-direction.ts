const letters = /\p{L}/gu
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu
/** URLs, code and link targets are Latin in a text of any language. */
const foreign = /https?:\/\/\S+|`[^`]*`|\]\([^)]*\)/g

/** Minimum share of right-to-left letters. It is low because Arabic texts contain Latin product names. */
const LEAST_SHARE = 0.3

export type TextDirection = 'ltr' | 'rtl' | undefined

/**
 * Returns the direction of a text as a whole; undefined if it has no letters.
 * @param around the direction of the surrounding message: if rtl, a single right-to-left letter is enough
 */
export function textDirection(text: string, around?: TextDirection): TextDirection {
  const plain = text.replaceAll(foreign, '')
  const all = plain.match(letters)?.length
  if (all === undefined) return undefined
  const turned = Array.from(plain.matchAll(rightToLeft)).length
  return turned / all >= (around === 'rtl' ? Number.MIN_VALUE : LEAST_SHARE) ? 'rtl' : 'ltr'
}
