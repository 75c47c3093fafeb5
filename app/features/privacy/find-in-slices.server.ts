import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** Visitors' requests wait no longer than this for a search through all texts, in milliseconds. */
const SLICE = 10
/** A read of SQLite holds up everything else, so one takes some milliseconds' worth of rows. */
const ROWS_A_READ = 500

/**
 * The rows that pass, read in the order of their ids and a part at a time, with a pause after each slice of time.
 * @param read up to `limit` rows whose ids come after `after`
 */
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
