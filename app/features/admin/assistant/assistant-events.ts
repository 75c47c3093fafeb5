/** A change that the assistant proposes to a member; it takes effect when they confirm it. */
export type Proposal = {
  id: string
  /** The action's name in `allActions`. */
  action: string
  title: string
  /** The record to change; null if it does not exist yet. */
  subject: { title: string; path: string } | null
  values: readonly { label: string; value: string }[]
  input: Readonly<Record<string, unknown>>
}

export type AssistantEvent =
  | { type: 'text'; text: string }
  /** Withdraws the text so far. */
  | { type: 'restart' }
  /** The assistant used a tool that only reads. */
  | { type: 'used'; title: string }
  | { type: 'proposal'; proposal: Proposal }
  | { type: 'done' }
  | { type: 'failed'; message: string }

export type AssistantTurn = { role: 'user' | 'assistant'; content: string }

export const LONGEST_MESSAGE = 4000
/** Including the assistant's turns. */
export const MOST_TURNS = 40
/** The assistant's turns may be longer than a member's message. */
export const LONGEST_TURN = 20_000
/** Limit of all turns together, as a form encodes them. */
export const MOST_BYTES = 256 * 1024
