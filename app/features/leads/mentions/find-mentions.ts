import { foldForSearch } from '#app/lib/readable-text.ts'

type Mentionable = { id: string; name: string; email: string }
/** `words` is the mention as it stands in the note, with the @. */
export type FoundMention = { memberId: string; words: string }

const BEFORE = /(?:^|[^\p{L}\p{N}_@.])@/gu
const IN_WORD = /[\p{L}\p{N}_]/u

/** Finds the members that a note names after an @: by full name, address, or a first name that only one of them has. */
export function findMentions(note: string, members: readonly Mentionable[]): FoundMention[] {
  const names = members.flatMap(({ id, name, email }) => {
    const [first = name] = name.split(' ')
    const isOnly = members.every((each) => each.id === id || fold(firstOf(each.name)) !== fold(first))
    return [name, email, ...(isOnly ? [first] : [])].map((words) => ({ memberId: id, words }))
  })
  const longestFirst = names.toSorted((a, b) => b.words.length - a.words.length)
  const found = new Map<string, FoundMention>()
  for (const { 0: before, index } of note.matchAll(BEFORE)) {
    const at = index + before.length
    const named = longestFirst.find(({ words }) => isAt(note, at, words))
    if (named)
      found.set(named.memberId, {
        memberId: named.memberId,
        words: note.slice(at - 1, at + named.words.length),
      })
  }
  return [...found.values()]
}

function isAt(note: string, at: number, words: string): boolean {
  const end = at + words.length
  return fold(note.slice(at, end)) === fold(words) && !IN_WORD.test(note.charAt(end))
}

function firstOf(name: string): string {
  return name.split(' ', 1)[0] ?? name
}

const fold = (text: string) => foldForSearch(text)

/** Splits a note into pieces and marks those that are mentions. */
export function splitAtMentions(
  note: string,
  mentions: readonly string[],
): { text: string; isMention: boolean }[] {
  if (mentions.length === 0) return [{ text: note, isMention: false }]
  const words = mentions
    .toSorted((a, b) => b.length - a.length)
    .map((each) => each.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return note
    .split(new RegExp(`(${words.join('|')})`, 'u'))
    .map((text, n) => ({ text, isMention: n % 2 === 1 }))
    .filter(({ text }) => text !== '')
}

/** Returns what is being typed after an @ before the caret; null if there is no @. */
export function typedMention(text: string, caret: number): { from: number; query: string } | null {
  const [, query] = /(?:^|[^\p{L}\p{N}_@.])@([^\n@]{0,40})$/u.exec(text.slice(0, caret)) ?? []
  return query === undefined ? null : { from: caret - query.length, query }
}
