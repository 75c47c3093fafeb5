import { type FileText, LONGEST } from './translation-file.ts'

export type Words = (string | { ref: string })[]

/** A segment of a unit, or white space between two. */
export type Part = {
  isSegment: boolean
  /** Whether a segment within its target is not translated. */
  isHalf: boolean
  worded: Set<string>
  source: Words | null
  target: Words | null
  /** Place of the target in its unit, from 1, if it is not that of the source. */
  order: number | null
  state: string | null
}

export type OpenUnit = {
  ids: string[]
  language: string | null
  parts: Part[]
  /** What the codes of the unit stand for, by their id. */
  data: Map<string, string>
}

export function beginUnit(ids: readonly (string | undefined)[], language: string | null): OpenUnit {
  const named = ids.flatMap((id) => (id ? [id] : []))
  return { ids: [...new Set(named)], language, parts: [], data: new Map() }
}

const FINISHED = /^(translated|reviewed|final|signed-off|yes)$/

/**
 * Joins a unit's segments. A unit of which only some segments are translated has no translation yet. A unit that is too
 * long is cut where it is known to be: the file's codes may stand for a thousand times its size.
 */
export function fileText({ ids, language, parts, data }: OpenUnit): FileText {
  let left = LONGEST + 1
  const said = (words: Words | null) => {
    if (!words) return ''
    let text = ''
    for (const word of words) {
      const taken = (typeof word === 'string' ? word : dataOf(data, word.ref)).slice(0, left)
      left -= taken.length
      text += taken
    }
    return text
  }
  const spoken = parts.map((part) => ({
    ...part,
    source: said(part.source),
    target: said(part.target),
  }))
  const isWhole = spoken.every(
    ({ isSegment, isHalf, source, target }) =>
      !isSegment || (target !== '' && !isHalf) || source.trim() === '',
  )
  const targets = spoken.map(({ isSegment, source, target, order }, at) => ({
    at: order ?? at + 1,
    text: target === '' && !isSegment ? source : target,
  }))
  const segments = parts.filter(({ isSegment }) => isSegment)
  return {
    ids,
    language,
    source: parts.some(({ source }) => source) ? spoken.map(({ source }) => source).join('') : null,
    target:
      isWhole || left === 0
        ? targets
            .toSorted((one, other) => one.at - other.at)
            .map(({ text }) => text)
            .join('')
        : '',
    isDone: segments.length > 0 && segments.every(({ state }) => FINISHED.test(String(state))),
  }
}

function dataOf(data: OpenUnit['data'], ref: string): string {
  const text = data.get(ref)
  return text === undefined ? '' : text
}
