import type { FakeBehaviour, RecordedRequest } from './behaviour.ts'

type Passage = {
  id: string
  blocks: readonly ReadonlySet<string>[]
  words: ReadonlySet<string>
  texts: readonly string[]
}

/** What such a model knows beyond its request: synonyms, and the meaning of sentences in English. */
export type Understanding = {
  synonyms: (word: string) => Iterable<string>
  inEnglish: (sentence: string) => string
}

export const UNKNOWN = 'I am sorry, I do not have that information.'
/** The share of the question's words, weighted by rarity, that a passage must contain. */
const ENOUGH = 0.5
/** The weight of a word that no passage contains. */
const STRANGE = 4

const common = new Set(
  'a about after all also am an and any are as at be been but by can could did do does else ever for from get give got had has have her here his how i if in into is it its just know let like made make many may me more most much must my need no not of off offer on once one only or other our out over own please shall she should so some such take tell than that the their them then there these they this those to too under up us very was we were what when where which while who whom whose why will with would you your already able another back case come else existing first happen happens happened kind last later look looks moment myself one ones ourselves possible problem same somebody someone something sort start still then thing things today tomorrow two useful want way whether yes yet yourself hello please'.split(
    ' ',
  ),
)

/**
 * A model that follows the prompt: it answers with a sentence of the passages and cites it. If they do not answer the
 * question, it says so and calls for the form. It knows only the request.
 */
export function attentiveReply(request: RecordedRequest, understanding: Understanding): FakeBehaviour {
  const { messages } = request.body as { messages: { role: string; content: string }[] }
  const passages = messages
    .filter(({ role }) => role !== 'system')
    .flatMap(({ content }) => passagesIn(content))
  const said = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => understanding.inEnglish(content.split('</passages>').at(-1)?.trim() ?? ''))
    .filter((content) => content !== '')
  const best = findAnswer(passages, said, understanding)
  if (!best)
    return {
      kind: 'tool-call',
      name: 'offer_contact_form',
      input: { reason: 'cannot_answer' },
      text: UNKNOWN,
    }
  return { kind: 'reply', text: `${best.text} [${best.id}]` }
}

function passagesIn(content: string): Passage[] {
  const found = content.matchAll(
    /<passage id="(\d+)" source="([^"]*)"(?: under="([^"]*)")?>\n([^]*?)\n<\/passage>/g,
  )
  return Array.from(found, ([, id = '', source = '', under = '', text = '']) => {
    const texts = text.split(/\n{2,}/)
    return {
      id,
      texts,
      blocks: texts.map((block) => new Set(wordsOf(block))),
      words: new Set(wordsOf(`${source} ${under} ${text}`)),
    }
  })
}

function findAnswer(
  passages: readonly Passage[],
  said: readonly string[],
  { synonyms }: Understanding,
): { id: string; text: string } | null {
  const known = new Set(passages.flatMap(({ words }) => [...words]))
  const [question = '', before = ''] = said.toReversed()
  const own = askedIn(question)
  // A short question such as “And how much is that?” depends on the one before it.
  const asked = own.length < 3 ? [...new Set([...own, ...askedIn(before)])] : own
  const meanings = asked
    .filter((word) => known.has(word) || !nearest(word, common))
    .map((word) => {
      const spelled = known.has(word) ? word : (nearest(word, known) ?? word)
      const words = [spelled, ...Array.from(synonyms(spelled), stemOf)]
      const holders = passages.filter((passage) => words.some((one) => passage.words.has(one))).length
      return { words, weight: holders === 0 ? STRANGE : Math.log(1 + passages.length / holders) }
    })
  const all = meanings.reduce((sum, { weight }) => sum + weight, 0)
  if (all === 0) return null
  const shareIn = (words: ReadonlySet<string>) =>
    meanings.reduce(
      (sum, meaning) => sum + (meaning.words.some((one) => words.has(one)) ? meaning.weight : 0),
      0,
    ) / all
  const [best] = passages
    .map((passage) => ({ passage, share: shareIn(passage.words) }))
    .toSorted((a, b) => b.share - a.share)
  if (!best || best.share < ENOUGH) return null
  const { passage } = best
  const shares = passage.blocks.map(shareIn)
  const at = shares.indexOf(Math.max(...shares))
  return { id: passage.id, text: passage.texts.slice(at, at + 3).join(' ') }
}

function askedIn(question: string): string[] {
  return [...new Set(wordsOf(question))]
}

export function wordsOf(text: string): string[] {
  return Array.from(
    text.toLowerCase().matchAll(/[\p{L}\p{N}$%][\p{L}\p{N}$%,.]*[\p{L}\p{N}%]|\p{N}/gu),
    ([word]) => word,
  )
    .filter((word) => !common.has(word))
    .map(stemOf)
}

/** Deliberately rough, so that it does not copy the product's stemming. */
export function stemOf(word: string): string {
  return word.length < 5 ? word.replace(/s$/, '') : word.replace(/(?:ations?|ing|ers?|ies|ed|es|s|y|e)$/, '')
}

/** Finds a known word at one slip: a letter more or less, a different one, or two swapped. */
function nearest(word: string, known: ReadonlySet<string>): string | undefined {
  if (word.length < 4) return undefined
  return [...known].find((other) => Math.abs(other.length - word.length) <= 1 && isOneSlip(word, other))
}

function isOneSlip(one: string, other: string): boolean {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const rests = [
    [one.slice(at + 1), other.slice(at + 1)],
    [one.slice(at), other.slice(at + 1)],
    [one.slice(at + 1), other.slice(at)],
    [one.slice(at + 2), other.slice(at + 2)],
  ]
  const isSwapped = one[at] === other[at + 1] && one[at + 1] === other[at]
  return rests.some(([a, b], number) => a === b && (number < 3 || isSwapped))
}
