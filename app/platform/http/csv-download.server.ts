import { setImmediate as yieldToOthers } from 'node:timers/promises'

import type { LoaderFunctionArgs } from 'react-router'

import { type CsvCell, toCsv } from '#app/lib/csv.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { answer } from './answer.server.ts'

/** SQLite reads block the event loop, so each takes only a few milliseconds. */
export const ROWS_A_SLICE = 200

export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => CsvCell]

/**
 * Reads in slices, so that other requests can run. Excel needs the byte order mark.
 * @param readSlice returns the next `ROWS_A_SLICE` rows after `after`, or fewer at the end
 */
export async function* csvInSlices<Row>(
  columns: readonly CsvColumn<Row>[],
  readSlice: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${toCsv([columns.map(([heading]) => heading)])}`
  for (let after: Row | undefined; ;) {
    const rows = await readSlice(after)
    if (rows.length > 0) yield toCsv(rows.map((row) => columns.map(([, cell]) => cell(row))))
    if (rows.length < ROWS_A_SLICE) return
    after = rows.at(-1)
    await yieldToOthers()
  }
}

export function csvDownload(name: string, parts: AsyncGenerator<string>): Response {
  return download(name, 'text/csv', parts)
}

/** Returns the loader that downloads a list with the filters of its address. */
export function csvRoute<Query>(
  name: string,
  readQuery: (params: URLSearchParams) => Query,
  exportList: (ctx: Ctx, query: Query) => Promise<AsyncGenerator<string>>,
) {
  return ({ context, request }: LoaderFunctionArgs) =>
    answer(context, async (ctx) => {
      const csv = await exportList(ctx, readQuery(new URL(request.url).searchParams))
      return csvDownload(`${name}-${new Date(ctx.clock.now()).toISOString().slice(0, 10)}.csv`, csv)
    })
}

/** Streams the parts as a file of that name, as fast as the client reads. */
export function download(name: string, type: string, parts: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await parts.next()
      if (part.done) controller.close()
      else controller.enqueue(encoder.encode(part.value))
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}
