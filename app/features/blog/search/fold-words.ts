import { foldForSearch, withoutPiledMarks } from '#app/lib/readable-text.ts'

/** Increase it when a text is folded differently; a job then indexes all posts anew. */
export const FOLDING_VERSION = 2

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
/** Chinese and Japanese, which dictionaries may segment differently in a text and in a search. */
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]+/gu
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu

/**
 * Folds a text of a post for its index, with spaces between the words of scripts that have none. Chinese and Japanese become
 * pairs of characters, and the last character of each run, so that a search for one finds it anywhere.
 */
export function foldText(text: string): string {
  return spaced(text, (run) => [...pairsOf(run), Array.from(run).at(-1)].join(' '))
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
