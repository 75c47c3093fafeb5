import { sql } from 'kysely'

import type { ChangeKind } from '#app/platform/audit/change-kinds.ts'
import type { TestCtx } from '#tests/support/test-ctx.ts'

/** Part of every text that a verb stores; it must never appear in the audit log. */
export const SECRET_WORDS = 'what nobody else may read'

export type Run = (ctx: TestCtx) => Promise<unknown>

/** A verb; `prepare` returns the call, after which the audit log must show `recorded`. */
export type AdminVerb = {
  name: string
  recorded: ChangeKind[]
  prepare: (ctx: TestCtx) => Promise<Run>
}

export function verb(
  { name }: { name: string },
  recorded: ChangeKind | ChangeKind[],
  prepare: AdminVerb['prepare'],
): AdminVerb {
  return { name, recorded: [recorded].flat(), prepare }
}

export const withId =
  (make: (ctx: TestCtx) => Promise<string>, run: (ctx: TestCtx, id: string) => Promise<unknown>) =>
  async (ctx: TestCtx): Promise<Run> => {
    const id = await make(ctx)
    return (later) => run(later, id)
  }

let tables: Promise<string[]> | undefined

export async function storedRows(
  ctx: TestCtx,
  isWanted: (table: string) => boolean = () => true,
): Promise<Record<string, string[]>> {
  tables ??= ctx.db.introspection.getTables().then((found) => found.map(({ name }) => name).toSorted())
  const stored: Record<string, string[]> = {}
  for (const table of (await tables).filter((name) => !name.startsWith('sqlite_') && isWanted(name))) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(ctx.db)
    stored[table] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return stored
}
