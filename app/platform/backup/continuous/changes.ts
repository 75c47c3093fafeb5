/** What transactions made of a database: each page that they changed as the last of them left it. */
export type Changes = {
  readonly pages: ReadonlyMap<number, Buffer>
  readonly pageSize: number
  /** The database's size afterwards. */
  readonly databasePages: number
}

const NUMBER_BYTES = 4

export function mergeChanges(earlier: Changes | null, later: Changes): Changes {
  return { ...later, pages: new Map([...(earlier?.pages ?? []), ...later.pages]) }
}

/** A segment's body: each page behind its number. */
export function* bodyOfPages({ pages }: Pick<Changes, 'pages'>): Generator<Buffer> {
  for (const [page, content] of pages) {
    const number = Buffer.alloc(NUMBER_BYTES)
    number.writeUInt32BE(page)
    yield Buffer.concat([number, content])
  }
}

export async function* pagesOfBody(
  body: AsyncIterable<Buffer>,
  pageSize: number,
): AsyncGenerator<{ page: number; content: Buffer }> {
  const size = NUMBER_BYTES + pageSize
  let held = Buffer.alloc(0)
  for await (const bytes of body) {
    held = Buffer.concat([held, bytes])
    for (; held.length >= size; held = held.subarray(size))
      yield { page: held.readUInt32BE(0), content: held.subarray(NUMBER_BYTES, size) }
  }
  if (held.length > 0) throw new Error('A segment ends amid a page.')
}
