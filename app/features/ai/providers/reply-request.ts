/** Of every call, whatever the model's own default is: Claude's is 64,000 and more. */
export const MAX_OUTPUT_TOKENS = 1000

export type Turn = { role: 'user' | 'assistant'; content: string }

/** What the model may call; the call is told as an event, and nothing is sent back for it. */
export type ToolOffer = {
  name: string
  description: string
  /** Each an enumeration of texts; all are required. */
  inputs: Readonly<Record<string, readonly string[]>>
}

/** Beside the last turn; not every model can see. */
export type Picture = { bytes: Uint8Array; type: string }

export type ReplyRequest = {
  /** The system prompt. */
  instructions: string
  /** Oldest first; the last is the visitor's. */
  turns: readonly Turn[]
  tools?: readonly ToolOffer[]
  picture?: Picture
}
