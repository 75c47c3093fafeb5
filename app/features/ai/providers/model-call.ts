import type { ProviderId } from './provider-list.ts'

/** Where and as whom a model is called. */
export type Endpoint = {
  readonly provider: ProviderId
  readonly model: string
  readonly key: string
  /** Without a slash at its end. */
  readonly baseUrl: string
}

/** Tokens as the provider counted them; null where it did not say. */
export type TokenUsage = { input: number | null; output: number | null }

/** Why a call came to nothing, or to less than a whole reply. */
export type FailureKind =
  /** 401 or 403: the key is wrong or may not. */
  | 'unauthorized'
  | 'rate-limited'
  /** 500 and above: the provider is at fault. */
  | 'overloaded'
  /** Any other answer that is no success: a model that does not exist, a request it will not take. */
  | 'refused'
  /** No connection, or none that could be read. */
  | 'unreachable'
  | 'timeout'
  /** The stream ended or broke off before the reply did. */
  | 'cut'
  /** An event or a body that is not what the API says. */
  | 'malformed'
  /** More bytes than any reply of 1,000 tokens has. */
  | 'flood'
  | 'empty'
  /** The provider's own filter held the reply back. */
  | 'filtered'
  /** The visitor went away or pressed Stop. */
  | 'aborted'
  | 'unsupported'

/** `message` is the provider's own text with every secret masked, for the owner; visitors never see it. */
export type CallFailure = { kind: FailureKind; message: string; retryAfter?: number }

type Answerer = { provider: ProviderId; model: string }

/** What comes of a call on the server, piece by piece; the last is `done` or `failed`. */
export type ReplyEvent =
  | { type: 'text'; text: string }
  | { type: 'toolCall'; name: string; input: unknown }
  /** `isWhole` is false when the reply ended at its token limit or by the provider's filter. */
  | { type: 'done'; usage: TokenUsage; isWhole: boolean; by: Answerer }
  | ({ type: 'failed'; usage: TokenUsage | null; by: Answerer } & CallFailure)

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
