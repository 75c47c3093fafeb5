import type { LanguageModelV4Message } from '@ai-sdk/provider'

import type { ProviderId } from '#app/platform/ai-provider-list.ts'

export type Endpoint = {
  readonly provider: ProviderId
  readonly model: string
  readonly key: string
  readonly baseUrl: string
  /** The model's context window in tokens, if known. */
  readonly window?: number | null
  /** Set for a URL typed in the admin, which must not lead into private networks. */
  readonly guard?: { readonly loopback: boolean } | undefined
}

/** As counted by the provider; null if it did not count. */
export type TokenUsage = {
  /** Includes tokens read from and written to the cache. */
  input: number | null
  /** Includes reasoning tokens. */
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
  /** No connection, or it broke before the first word. */
  | 'unreachable'
  | 'timeout'
  | 'cut'
  | 'malformed'
  /** More bytes than any reply of 1,000 tokens. */
  | 'flood'
  | 'empty'
  /** Reasoning used all tokens, so that there is no text. */
  | 'no-room'
  /** The request exceeds the model's context. */
  | 'too-long'
  /** The provider's content filter blocked the reply. */
  | 'filtered'
  | 'aborted'
  | 'unsupported'

/** `message` is the provider's text with secrets masked. Only the owner sees it. */
export type CallFailure = { kind: FailureKind; message: string; retryAfter?: number }

type Answerer = { provider: ProviderId; model: string }

/** An earlier call for the same reply that its provider charged. */
export type EarlierCall = { by: Answerer; usage: TokenUsage }

export type ReplyEvent =
  | { type: 'text'; text: string }
  /** The text of this call so far was reasoning without an opening tag. Discard it, also where it is shown already. */
  | { type: 'restart' }
  /** Sent after all text. `input` is undefined if the model's text was not JSON. */
  | { type: 'toolCall'; id: string; name: string; input: unknown }
  /**
   * `isWhole` is false if the token limit or the content filter cut the reply. A request with the tools' results must
   * repeat `said`.
   */
  | {
      type: 'done'
      usage: TokenUsage
      isWhole: boolean
      by: Answerer
      earlier: readonly EarlierCall[]
      /** Characters of thoughts, which cost as much as text. */
      hidden?: number
      said?: Said
    }
  | ({
      type: 'failed'
      usage: TokenUsage | null
      by: Answerer
      earlier: readonly EarlierCall[]
      hidden?: number
    } & CallFailure)

export type Turn = { role: 'user' | 'assistant'; content: string }

/** What a model said before it waits for the results of tools, with its signed reasoning. */
export type Said = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']

export type ToolRound = {
  said: Said
  results: readonly { id: string; name: string; text: string }[]
}

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

/** Sent with the last turn; not every model accepts images. */
export type Picture = { bytes: Uint8Array; type: string }

export type ReplyRequest = {
  instructions: string
  /** The same for all visitors, and placed before the turns so that providers can cache it. */
  knowledge?: string | undefined
  /** Oldest first; the last one is the visitor's. */
  turns: readonly Turn[]
  /** Sent after the last turn, oldest first. */
  rounds?: readonly ToolRound[]
  tools?: readonly ToolOffer[]
  picture?: Picture
  /** The most tokens of text; by default the limit of a reply. */
  maxTokens?: number
  /** Shortens the texts other than the turns, for a model with a small context. */
  shorter?: (() => ReplyRequest) | undefined
}
