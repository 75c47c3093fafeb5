/** A text of a translation beside its source. */
type Translated = { place: string; isOld: boolean; isSame?: boolean }

/** Returns the text after the place `last`, and from the first again, that is missing or out of date; null without one. */
export function nextText<Text extends Translated>(texts: readonly Text[], last: string | null): Text | null {
  const at = texts.findIndex(({ place }) => place === last)
  const inTurn = [...texts.slice(at + 1), ...texts.slice(0, at + 1)]
  return inTurn.find(({ isOld, isSame }) => isOld || isSame) ?? null
}

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** Returns whether a key asks for the next missing text. */
export function asksForNext({ key, altKey, ctrlKey, metaKey }: Key): boolean {
  return key === 'F8' && !altKey && !ctrlKey && !metaKey
}
