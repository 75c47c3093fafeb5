/** The four APIs the fake speaks; openai and deepseek share one shape. */
export type FakeApi = 'openai' | 'deepseek' | 'claude' | 'gemini'

/** In all, as providers bill it; each API counts its parts in its own way. */
export type FakeUsage = {
  input: number
  output: number
  cacheRead?: number
  cacheWrite?: number
  reasoning?: number
}

/** An entry of a provider's list. `methods` is told by Gemini alone, `window` by Gemini and Claude, `ends` by OpenAI. */
export type FakeModel = { id: string; ends?: string; window?: number; methods?: string[] }

export type FakeToolCall = { name: string; input: object | string }

/** What the fake does with one request. Text given as a list goes out in these pieces. */
export type FakeBehaviour =
  | {
      kind: 'reply'
      text: string | readonly string[]
      /** Streamed before the text by the APIs that show it. */
      thoughts?: readonly string[]
      usage?: FakeUsage
      finish?: 'stop' | 'length'
    }
  /** Thinks for so many tokens unless the request turns that off: within its limit nothing may be left for the text. */
  | { kind: 'reasoner'; text: string; tokens: number }
  /** More was sent than the model's context takes. */
  | { kind: 'too-long' }
  /** A pause of so many milliseconds before each piece, the first included. */
  | { kind: 'slow'; text: readonly string[]; pause: number }
  | { kind: 'tool-call'; name: string; input: object; text?: string }
  /** Several calls at once; a text in place of an input goes out as it is. With `reset` the connection breaks after them. */
  | { kind: 'tool-calls'; calls: readonly FakeToolCall[]; text?: string; usage?: FakeUsage; reset?: true }
  /** An error answer of the API's own shape, for example 401, 429, 500, 503, 529. */
  | { kind: 'error'; status: number; message?: string; headers?: Record<string, string> }
  /** Some text, an event that is no JSON, more text and a regular end. */
  | { kind: 'malformed'; text: string }
  /** Some text, then the connection is reset. */
  | { kind: 'reset'; text: string }
  /** Some text, then the stream ends without the API's own end. */
  | { kind: 'cut'; text: string }
  /** The connection is closed without an answer. */
  | { kind: 'refuse' }
  /** No byte ever comes; with `headers`, only the status and headers do. */
  | { kind: 'hang-first-byte'; headers?: boolean }
  /** Some text, then silence on an open connection. */
  | { kind: 'hang'; text: string }
  /** A regular stream that holds no text. */
  | { kind: 'empty' }
  /** 200 with a web page in place of the API's answer. */
  | { kind: 'html' }
  /** 200 whose body is not compressed though its headers say so. */
  | { kind: 'lying-encoding' }
  /** Text without end. */
  | { kind: 'flood' }
  /** Bytes as a real provider once sent them, in pieces of `pieceSize` bytes; whole where none is given. */
  | { kind: 'recorded'; bytes: Uint8Array; pieceSize?: number }

/** A request as it arrived. */
export type RecordedRequest = {
  readonly api: FakeApi
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON. */
  readonly body: unknown
  readonly isStream: boolean
  readonly at: number
  /** Resolves with the time at which the connection's answer ended, by us or by the client. */
  readonly closed: Promise<{ at: number; byClient: boolean }>
}
