import type { ProviderId } from './provider-list.ts'

export type Endpoint = {
  readonly provider: ProviderId
  readonly model: string
  readonly key: string
  readonly baseUrl: string
}

/** As the provider counted; null when it did not. */
export type TokenUsage = { input: number | null; output: number | null }

export type FailureKind =
  /** 401 or 403: the key is wrong or lacks the permission. */
  | 'unauthorized'
  | 'rate-limited'
  | 'overloaded'
  | 'refused'
  /** No connection, or one that breaks before the first word. */
  | 'unreachable'
  | 'timeout'
  | 'cut'
  | 'malformed'
  /** More bytes than any reply of 1,000 tokens. */
  | 'flood'
  | 'empty'
  /** The provider's content filter withheld the reply. */
  | 'filtered'
  | 'aborted'
  | 'unsupported'

/** `message` is the provider's own text with secrets masked. Only the owner sees it. */
export type CallFailure = { kind: FailureKind; message: string; retryAfter?: number }

type Answerer = { provider: ProviderId; model: string }

/** The events of a call; the last is `done` or `failed`. */
export type ReplyEvent =
  | { type: 'text'; text: string }
  | { type: 'toolCall'; name: string; input: unknown }
  /** `isWhole` is false when the token limit or the provider's content filter cut the reply. */
  | { type: 'done'; usage: TokenUsage; isWhole: boolean; by: Answerer }
  | ({ type: 'failed'; usage: TokenUsage | null; by: Answerer } & CallFailure)

/** For every model, because some have a default of 64,000 and more. */
export const MAX_OUTPUT_TOKENS = 1000

export type Turn = { role: 'user' | 'assistant'; content: string }

/** A tool whose call becomes an event; no result is sent back to the model. */
export type ToolOffer = {
  name: string
  description: string
  /** The allowed values of each input; all inputs are required. */
  inputs: Readonly<Record<string, readonly string[]>>
}

/** Sent with the last turn; not every model accepts pictures. */
export type Picture = { bytes: Uint8Array; type: string }

export type ReplyRequest = {
  instructions: string
  /** Oldest first; the last is the visitor's. */
  turns: readonly Turn[]
  tools?: readonly ToolOffer[]
  picture?: Picture
}
