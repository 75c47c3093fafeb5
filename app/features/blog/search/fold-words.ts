import { foldForSearch, withoutPiledMarks } from '#app/lib/readable-text.ts'

/** Increase it when a text is folded differently; a job then indexes the posts anew that `isFoldedAnew` selects. */
export const FOLDING_VERSION = 2

/** In characters, because the index stores a text while others wait. The end of a longer text is not found. */
const MAX_INDEXED = 600_000

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
/** Chinese and Japanese. Dictionaries may divide a text and a search for a part of it in different places. */
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]+/gu
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu

/** Whether this version folds a text differently from the one before. */
export function isFoldedAnew(text: string): boolean {
  return text.search(ideographs) !== -1 || text.search(unspaced) !== -1
}

/**
 * Removes marks and case, and puts spaces between the words of scripts that have none. Of Chinese and Japanese it writes each
 * two neighbouring characters as a word, and the last character alone, so that any part of a sentence is found. The longest post
 * takes 200 ms: call it in the pool.
 */
export function foldText(text: string): string {
  return spaced(text, (run) => [...pairsOf(run), Array.from(run).at(-1)].join(' ')).slice(0, MAX_INDEXED)
}

export function foldQuery(typed: string): string {
  return spaced(typed, (run) => pairsOf(run).join(' '))
}

function spaced(text: string, pair: (run: string) => string): string {
  return foldForSearch(
    withoutPiledMarks(text)
      .normalize('NFC')
      .replaceAll(
        unspaced,
        (run) => ` ${Array.from(segmenter.segment(run), ({ segment }) => segment).join(' ')} `,
      )
      .normalize('NFKC')
      .replaceAll(ideographs, (run) => ` ${pair(run)} `),
  )
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run)
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}
