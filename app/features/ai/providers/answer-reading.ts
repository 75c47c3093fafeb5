/** What a server sends apart from the text, in characters. */
export type OnThoughts = (characters: number) => void

export type Json = Readonly<Record<string, unknown>>

/** What an API may send; everything else is left out, because libraries refuse a whole answer for one odd field. */
export type Reading = {
  /** Returns the events to pass on for one event of the server: none, one or several, in order. */
  event(read: Json): Json[]
  /** Returns the events of an answer that came as a whole instead of a stream. */
  whole(read: Json): Json[]
  /** Returns what to add before the end of the stream. */
  end?(): Json[]
}

/** Reads an error in the shapes of compatible servers; null if it is none. */
export function errorOf(read: unknown): Json | null {
  const first: unknown = Array.isArray(read) ? read[0] : read
  if (!isObject(first)) return null
  const { error, detail, message, choices, object } = first
  const found = error ?? detail ?? (object === 'error' || choices === undefined ? message : undefined)
  if (found === undefined || found === null || found === '' || found === false) return null
  const said = sentenceOf(found) ?? 'The provider reported an error without words.'
  const code = isObject(found) ? (found['code'] ?? null) : null
  const type = isObject(found) && typeof found['type'] === 'string' ? found['type'] : null
  return {
    error: {
      message: said,
      type,
      param: null,
      code: typeof code === 'string' || typeof code === 'number' ? code : null,
    },
  }
}

function sentenceOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(sentenceOf).filter(Boolean).join(' ') || null
  if (!isObject(value)) return null
  return sentenceOf(value['message'] ?? value['msg'] ?? value['detail'] ?? value['error'] ?? null)
}

export function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(wordsIn).join('')
  return isObject(value) ? wordsIn(value['text'] ?? value['summary'] ?? value['content'] ?? '') : ''
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
