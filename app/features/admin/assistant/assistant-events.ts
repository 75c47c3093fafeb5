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
