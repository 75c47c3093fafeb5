/** A change that the assistant proposes to a member; it happens when they confirm it. */
export type Proposal = {
  id: string
  /** Of the table of actions. */
  action: string
  title: string
  /** What is changed, where it exists already. */
  subject: { title: string; path: string } | null
  values: readonly { label: string; value: string }[]
  input: Readonly<Record<string, unknown>>
}

export type AssistantEvent =
  | { type: 'text'; text: string }
  /** A tool that reads was used. */
  | { type: 'used'; title: string }
  | { type: 'proposal'; proposal: Proposal }
  | { type: 'done' }
  | { type: 'failed'; message: string }

export type AssistantTurn = { role: 'user' | 'assistant'; content: string }

export const LONGEST_MESSAGE = 4000
/** With what the assistant said. */
export const MOST_TURNS = 40
/** What the assistant said may be longer than what a member types. */
export const LONGEST_TURN = 20_000
/** Of all turns, as a form sends them. */
export const MOST_BYTES = 256 * 1024
