import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** Milliseconds for which a search through all texts may delay visitors' requests. */
const SLICE = 10
/** A read of SQLite blocks the process; one of this size takes only a few milliseconds. */
const ROWS_A_READ = 500

/** @param read returns up to `limit` rows with ids after `after` */
export async function findInSlices<Row extends { readonly id: string }>(
  read: (after: string, limit: number) => Promise<readonly Row[]>,
  passes: (row: Row) => boolean,
): Promise<Row[]> {
  const passed: Row[] = []
  let since = performance.now()
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows = await read(after, ROWS_A_READ)
    for (const row of rows) {
      if (passes(row)) passed.push(row)
      if (performance.now() - since < SLICE) continue
      await yieldToOthers()
      since = performance.now()
    }
    after = rows.length < ROWS_A_READ ? undefined : rows.at(-1)?.id
  }
  return passed
}
