const letters = /\p{L}/gu
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu
/** Addresses, code and the targets of links are Latin in a text of any language. */
const foreign = /https?:\/\/\S+|`[^`]*`|\]\([^)]*\)/g

/** From this share on: names of products and companies stay Latin in Arabic texts, and often begin them. */
const LEAST_SHARE = 0.3

export type TextDirection = 'ltr' | 'rtl' | undefined

/**
 * In which direction a text is read as a whole; undefined where it has no letters.
 * @param around the direction of the message that it is a part of: one letter of a script of that direction is enough.
 */
export function textDirection(text: string, around?: TextDirection): TextDirection {
  const plain = text.replaceAll(foreign, '')
  const all = plain.match(letters)?.length
  if (all === undefined) return undefined
  const turned = Array.from(plain.matchAll(rightToLeft)).length
  return turned / all >= (around === 'rtl' ? Number.MIN_VALUE : LEAST_SHARE) ? 'rtl' : 'ltr'
}
