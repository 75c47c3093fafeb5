import type { ProviderId } from '#app/platform/ai-provider-list.ts'

/** The fake speaks the API of every provider; those like OpenAI's share one shape. */
export type FakeApi = ProviderId

/** Total tokens, as providers bill them; each API splits them differently. */
export type FakeUsage = {
  input: number
  output: number
  cacheRead?: number
  cacheWrite?: number
  reasoning?: number
}

/** An entry of a provider's list. `methods` is sent by Gemini only, `window` by Gemini and Claude, `ends` by OpenAI. */
export type FakeModel = { id: string; ends?: string; window?: number; methods?: string[] }

export type FakeToolCall = { name: string; input: object | string }

/** How the fake answers one request. A list of texts is sent in these pieces. */
export type FakeBehaviour =
  | {
      kind: 'reply'
      text: string | readonly string[]
      /** Streamed before the text by the APIs that show thoughts. */
      thoughts?: readonly string[]
      usage?: FakeUsage
      finish?: 'stop' | 'length'
    }
  /** Spends so many tokens on thoughts unless the request turns that off; the limit may leave none for the text. */
  | { kind: 'reasoner'; text: string; tokens: number }
  /** The request is longer than the model's context. */
  | { kind: 'too-long' }
  /** Waits so many milliseconds before each piece, including the first. */
  | { kind: 'slow'; text: readonly string[]; pause: number }
  | { kind: 'tool-call'; name: string; input: object; text?: string }
  /** Several calls at once; a string as input is sent as it is. With `reset` the connection breaks after them. */
  | { kind: 'tool-calls'; calls: readonly FakeToolCall[]; text?: string; usage?: FakeUsage; reset?: true }
  /** An error response in the API's own shape, for example 401, 429, 500, 503, 529. */
  | { kind: 'error'; status: number; message?: string; headers?: Record<string, string> }
  /** Some text, an event that is not JSON, more text and a regular end. */
  | { kind: 'malformed'; text: string }
  /** Some text, then the connection is reset. */
  | { kind: 'reset'; text: string }
  /** Some text, then the stream ends without the API's own end. */
  | { kind: 'cut'; text: string }
  /** The connection is closed without a response. */
  | { kind: 'refuse' }
  /** No byte ever comes; with `headers`, only the status and headers do. */
  | { kind: 'hang-first-byte'; headers?: boolean }
  /** Some text, then silence on an open connection. */
  | { kind: 'hang'; text: string }
  /** A regular stream that holds no text. */
  | { kind: 'empty' }
  /** 200 with a web page instead of the API's response. */
  | { kind: 'html' }
  /** 200 whose body is not compressed although its headers say so. */
  | { kind: 'lying-encoding' }
  /** Endless text. */
  | { kind: 'flood' }
  /** Recorded bytes of a real provider, in pieces of `pieceSize` bytes, or whole without it. */
  | { kind: 'recorded'; bytes: Uint8Array; pieceSize?: number }

export type RecordedRequest = {
  readonly api: FakeApi
  readonly method: string
  /** Includes the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON. */
  readonly body: unknown
  readonly isStream: boolean
  readonly at: number
  /** Resolves with the time at which the response ended, and whether the client ended it. */
  readonly closed: Promise<{ at: number; byClient: boolean }>
}
