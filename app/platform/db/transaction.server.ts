import { AsyncLocalStorage } from 'node:async_hooks'

import type { Transaction } from 'kysely'

import type { Db } from './engine.server.ts'
import type { Database } from './schema/index.ts'

type TransactionScope = { afterCommit: (() => void)[] }

type HasDb = { readonly db: Db }

const scopeOf = new WeakMap<Transaction<Database>, TransactionScope>()
const insideTransaction = new AsyncLocalStorage<boolean>()

/** Joins the caller's transaction if there is one. Callbacks of `afterCommit` run after the outermost commit. */
export async function withTransaction<Context extends HasDb, Result>(
  ctx: Context,
  work: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) return work(ctx)
  const scope: TransactionScope = { afterCommit: [] }
  const result = await ctx.db.transaction().execute((transaction) => {
    scopeOf.set(transaction, scope)
    return insideTransaction.run(true, () => work({ ...ctx, db: transaction }))
  })
  for (const callback of scope.afterCommit) callback()
  return result
}

export function afterCommit(ctx: HasDb, callback: () => void): void {
  const scope = ctx.db.isTransaction ? scopeOf.get(ctx.db as Transaction<Database>) : undefined
  if (scope) scope.afterCommit.push(callback)
  else callback()
}

/** Throws in a transaction: the root handle would deadlock on SQLite and escape the rollback on PostgreSQL. */
export function refuseSecondConnection(): void {
  if (insideTransaction.getStore())
    throw new Error('The root database handle was used inside a transaction; use the context it was given.')
}
