import type { FileText } from './translation-file.ts'

export type Words = (string | { ref: string })[]

/** A segment of a unit, or white space between two. */
export type Part = {
  isSegment: boolean
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

/** Joins a unit's segments. A unit of which only some segments are translated has no translation yet. */
export function fileText({ ids, language, parts, data }: OpenUnit): FileText {
  const said = (words: Words | null) =>
    words ? words.map((word) => (typeof word === 'string' ? word : dataOf(data, word.ref))).join('') : ''
  const segments = parts.filter(({ isSegment }) => isSegment)
  const source = parts.map((part) => said(part.source)).join('')
  const targets = parts.map((part, at) => {
    const own = said(part.target)
    return { at: part.order ?? at + 1, text: own === '' && !part.isSegment ? said(part.source) : own }
  })
  const isWhole = segments.every((part) => said(part.target) !== '' || said(part.source).trim() === '')
  return {
    ids,
    language,
    source: parts.some((part) => part.source) ? source : null,
    target: isWhole
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
