import type { Ctx } from '#app/platform/context.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { type CsvColumn, csvInSlices, ROWS_A_SLICE } from '#app/platform/http/csv-download.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

type Row = { position: number; line: number; reason: string; cells: string[] }

export async function exportLeftRows(ctx: Ctx, id: string): Promise<AsyncGenerator<string>> {
  requireActor(ctx, 'leads.read')
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'person.exported' }))
  const width = await widestRow(ctx, id)
  const columns: CsvColumn<Row>[] = [
    ['Line', (row) => row.line],
    ['Reason', (row) => row.reason],
    ...Array.from({ length: width }, (_, n): CsvColumn<Row> => [`Column ${n + 1}`, (row) => row.cells[n]]),
  ]
  return csvInSlices(columns, async (after: Row | undefined) => {
    const rows = await ctx.db
      .selectFrom('person_import_left')
      .select(['position', 'line', 'reason', 'cells'])
      .where('import_id', '=', id)
      .where('position', '>', after === undefined ? -1 : after.position)
      .orderBy('position')
      .limit(ROWS_A_SLICE)
      .execute()
    return rows.map((row) => ({ ...row, cells: JSON.parse(row.cells) as string[] }))
  })
}

/** Reads only the first rows, because the rows of a file have equally many cells. */
async function widestRow(ctx: Ctx, id: string): Promise<number> {
  const rows = await ctx.db
    .selectFrom('person_import_left')
    .select('cells')
    .where('import_id', '=', id)
    .orderBy('position')
    .limit(ROWS_A_SLICE)
    .execute()
  return Math.max(0, ...rows.map(({ cells }) => (JSON.parse(cells) as string[]).length))
}
