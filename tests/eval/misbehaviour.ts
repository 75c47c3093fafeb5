import { UNKNOWN } from '#tests/fakes/ai-provider/attentive.ts'
import type { FakeBehaviour, RecordedRequest } from '#tests/fakes/ai-provider/behaviour.ts'

import { documentsOf } from './citations.ts'
import { type Ask, type Knowledge, withChat } from './own-chat.ts'

type Misbehaviour = {
  what: string
  /** Returns what the model says, given the id of the last passage in its prompt. */
  says: (id: number) => string
  /** Whether the visitor may see a source, which is then that passage in its own words. */
  isCited?: boolean
  /** Whether the question finds no passage. */
  isWithout?: boolean
}

const ADDRESS = 'https://invented.example/prices'
/** No passage has this id, because a prompt contains six at most. */
const NONE = 57

const misbehaviours: readonly Misbehaviour[] = [
  { what: 'a number that no passage has', says: () => `It costs $1 [${NONE}].` },
  { what: 'a passage and such a number', says: (id) => `It costs $1 [${id}, ${NONE}].`, isCited: true },
  { what: 'such numbers in other forms', says: () => `It costs $1 【${NONE}†prices】 [passage ${NONE}].` },
  { what: 'a number without any passage', says: () => 'We began in 1875 [1].', isWithout: true },
  { what: 'a passage about something else', says: (id) => `We began in 1875 [${id}].`, isCited: true },
  { what: 'a footnote', says: () => `It costs $1[^${NONE}].\n\n[^${NONE}]: Prices, ${ADDRESS}` },
  { what: 'a list of sources', says: () => `It costs $1.\n\nSources:\n[${NONE}] Prices, ${ADDRESS}` },
  { what: 'an address for such a number', says: () => `It costs $1 [${NONE}](${ADDRESS}).` },
  { what: 'its own address for a passage', says: (id) => `It costs $1 [${id}](${ADDRESS}).`, isCited: true },
]

/** Counts the ways of citing wrongly of which the visitor sees nothing, and describes those that are seen. */
export async function measureMisbehaviour(): Promise<{ asked: number; faults: string[] }> {
  let says: Misbehaviour['says'] = () => UNKNOWN
  let given: number[] = []
  const reply = (request: RecordedRequest): FakeBehaviour => {
    const body = JSON.stringify(request.body)
    // The product may first have a question interpreted.
    if (!body.includes('offer_contact_form')) return { kind: 'reply', text: 'I do not understand.' }
    given = Array.from(body.matchAll(/<passage id=\\"(\d+)\\"/g), ([, id]) => Number(id))
    return { kind: 'reply', text: says(given.at(-1) ?? NONE) }
  }
  // Its window is too small for the whole knowledge.
  return withChat({ reply, model: 'gpt-4' }, async (ask, { documents }) => {
    const faults: string[] = []
    for (const { what, isWithout = false, isCited = false, ...misbehaviour } of misbehaviours) {
      says = misbehaviour.says
      const text = isWithout ? 'Zyxwv qwrtp?' : 'What is the price of the Starter plan?'
      const seen = await ask({ text })
      if (given.length > 0 === isWithout) throw new Error(`“${text}” was given ${given.length} passages.`)
      if (!isSupported(seen, isCited, documents)) faults.push(`${what}: “${seen.text}”`)
    }
    return { asked: misbehaviours.length, faults }
  })
}

function isSupported(
  { text, sources }: Awaited<ReturnType<Ask>>,
  isCited: boolean,
  documents: Knowledge['documents'],
): boolean {
  const numbers = Array.from(text.matchAll(/[[【]\D{0,9}(\d+)/g), ([, number]) => Number(number))
  const known = sources.map(({ number }) => number)
  const hasPassages = sources.every((source) => documentsOf(source, documents).length > 0)
  const isAddressed = text.includes(`(${ADDRESS})`)
  const isAsExpected = numbers.join() === (isCited ? '1' : '') && known.join() === numbers.join()
  return isAsExpected && hasPassages && !isAddressed
}
