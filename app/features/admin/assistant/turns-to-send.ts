import {
  type AssistantTurn,
  LONGEST_TURN,
  MOST_BYTES,
  MOST_TURNS,
  type Proposal,
} from './assistant-events.ts'

export type Said =
  | { who: 'member'; id: number; text: string }
  | {
      who: 'assistant'
      id: number
      text: string
      used: readonly string[]
      proposals: readonly Proposal[]
      error: string | null
    }

/** Returns the form for a member's next message, with as many of the latest turns as the limits allow. */
export function bodyOf(said: readonly Said[], text: string): URLSearchParams {
  const rounds = answeredRounds(said).slice(-Math.floor((MOST_TURNS - 1) / 2))
  for (;;) {
    const turns: AssistantTurn[] = [...rounds.flat(), { role: 'user', content: text }]
    const body = new URLSearchParams({ turns: JSON.stringify(turns) })
    if (rounds.length === 0 || body.toString().length <= MOST_BYTES) return body
    rounds.shift()
  }
}

/** Returns questions with their answers; unanswered questions are left out. */
function answeredRounds(said: readonly Said[]): AssistantTurn[][] {
  return said.flatMap((each, at) => {
    const question = said[at - 1]
    const content = each.who === 'assistant' ? contentOf(each) : ''
    if (content === '' || question?.who !== 'member') return []
    return [
      [
        { role: 'user', content: question.text },
        { role: 'assistant', content },
      ],
    ]
  })
}

/** Includes its proposals, because a later message may refer to them. */
function contentOf({ text, proposals }: Said & { who: 'assistant' }): string {
  const names = proposals.map(({ title, subject }) => (subject ? `${title}, ${subject.title}` : title))
  const proposed = names.length > 0 ? `(Proposed: ${names.join('; ')})` : ''
  return `${text.trim()}\n${proposed}`.trim().slice(0, LONGEST_TURN).toWellFormed()
}
