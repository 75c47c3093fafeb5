type Limits = {
  /** Bytes of every part that pass. */
  ofEach: number
  /** Further bytes that pass, of all parts together. */
  ofAll: number
}

/**
 * Lets the beginning of each part of a multipart body pass and drops the rest of too large ones, so that the fields
 * behind a file of any size are still read, and little is held in memory.
 * @param boundary without its dashes
 */
export async function* cutParts(
  body: AsyncIterable<Uint8Array<ArrayBuffer>>,
  boundary: string,
  { ofEach, ofAll }: Limits,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  let room = ofAll
  let passed = 0
  let tail: Buffer = Buffer.alloc(0)
  const pass = (bytes: Buffer): Uint8Array<ArrayBuffer> => {
    const free = Math.max(0, ofEach - passed)
    const kept = bytes.subarray(0, free + room)
    room -= Math.max(0, kept.length - free)
    passed += kept.length
    return new Uint8Array(kept)
  }
  for await (const chunk of body) {
    const bytes = Buffer.concat([tail, chunk])
    const parts: Uint8Array<ArrayBuffer>[] = []
    let from = 0
    for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, from)) {
      parts.push(pass(bytes.subarray(from, at)), new Uint8Array(delimiter))
      from = at + delimiter.length
      passed = 0
    }
    // The end may be the beginning of a delimiter.
    const until = Math.max(from, bytes.length - delimiter.length)
    parts.push(pass(bytes.subarray(from, until)))
    tail = bytes.subarray(until)
    yield new Uint8Array(Buffer.concat(parts))
  }
  yield pass(tail)
}
