import type { LanguageModelV4Message } from '@ai-sdk/provider'

import type { ProviderId } from './provider-list.ts'

export type Endpoint = {
  readonly provider: ProviderId
  readonly model: string
  readonly key: string
  readonly baseUrl: string
  /** How many tokens the model takes in all, where that is known. */
  readonly window?: number | null
  /** Set for an address that was typed in the admin: it may not lead into private networks. */
  readonly guard?: { readonly loopback: boolean } | undefined
}

/** As the provider counted; null when it did not. */
export type TokenUsage = {
  /** With those from the cache and those written to it. */
  input: number | null
  /** With those of reasoning. */
  output: number | null
  cacheRead?: number | undefined
  cacheWrite?: number | undefined
  reasoning?: number | undefined
}

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
  /** All tokens went into thoughts, so that there is no text. */
  | 'no-room'
  /** More than the model's context takes. */
  | 'too-long'
  /** The provider's content filter withheld the reply. */
  | 'filtered'
  | 'aborted'
  | 'unsupported'

/** `message` is the provider's own text with secrets masked. Only the owner sees it. */
export type CallFailure = { kind: FailureKind; message: string; retryAfter?: number }

type Answerer = { provider: ProviderId; model: string }

/** A call of the same reply that was made before and counted by its provider. */
export type EarlierCall = { by: Answerer; usage: TokenUsage }

/** The events of a call; the last is `done` or `failed`. */
export type ReplyEvent =
  | { type: 'text'; text: string }
  /** They come last. `input` is undefined where the model's text was no JSON. */
  | { type: 'toolCall'; id: string; name: string; input: unknown }
  /**
   * `isWhole` is false when the token limit or the provider's content filter cut the reply. `said` is what a request with the
   * tools' results must repeat.
   */
  | {
      type: 'done'
      usage: TokenUsage
      isWhole: boolean
      by: Answerer
      earlier: readonly EarlierCall[]
      said?: Said
    }
  | ({
      type: 'failed'
      usage: TokenUsage | null
      by: Answerer
      earlier: readonly EarlierCall[]
    } & CallFailure)

export type Turn = { role: 'user' | 'assistant'; content: string }

/** What a model said before it waits for the results of its tools, its signed thoughts included. */
export type Said = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']

/** Calls of tools and what came of each. */
export type ToolRound = {
  said: Said
  results: readonly { id: string; name: string; text: string }[]
}

/** A tool whose call becomes an event. */
export type ToolOffer = {
  name: string
  description: string
} & (
  | {
      /** The allowed values of each input; all inputs are required. */
      inputs: Readonly<Record<string, readonly string[]>>
    }
  | { /** In JSON Schema. */ schema: object }
)

/** Sent with the last turn; not every model accepts pictures. */
export type Picture = { bytes: Uint8Array; type: string }

export type ReplyRequest = {
  instructions: string
  /** What is the same for all visitors: it stands before the turns, where providers keep it in their cache. */
  knowledge?: string | undefined
  /** Oldest first; the last is the visitor's. */
  turns: readonly Turn[]
  /** After the last turn, oldest first. */
  rounds?: readonly ToolRound[]
  tools?: readonly ToolOffer[]
  picture?: Picture
  /** The most tokens of its text; as many as a reply may have where it is not set. */
  maxTokens?: number
  /** The same with less beside the turns, for a model that cannot take it all. */
  shorter?: (() => ReplyRequest) | undefined
}
