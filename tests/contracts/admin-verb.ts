import type { ChangeKind } from '#app/platform/db/schema/audit.ts'
import type { TestCtx } from '#tests/support/test-ctx.ts'

/** Stands in every text that is typed, and must stand nowhere in the audit log. */
export const SECRET_WORDS = 'what nobody else may read'

export type Run = (ctx: TestCtx) => Promise<unknown>

/** A verb, what it does to what `prepare` made, and what the audit log then says. */
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
