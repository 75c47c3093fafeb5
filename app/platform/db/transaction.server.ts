import { AsyncLocalStorage } from 'node:async_hooks'

import type { Transaction } from 'kysely'

import type { Db } from './engine.server.ts'
import type { Database } from './schema/index.ts'

type TransactionScope = { afterCommit: (() => void)[] }

/** A context whose database handle a transaction can take the place of. */
type HasDb = { readonly db: Db }

const scopeOf = new WeakMap<Transaction<Database>, TransactionScope>()
const insideTransaction = new AsyncLocalStorage<boolean>()

/**
 * Runs `work` in one transaction: it joins the caller's where there is one, so that nested verbs commit or fail as one.
 * Work handed to `afterCommit` runs once the outermost transaction is durable, and never when it fails.
 */
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

/** Calls back once the context's transaction has committed, or at once where there is none. */
export function afterCommit(ctx: HasDb, callback: () => void): void {
  const scope = ctx.db.isTransaction ? scopeOf.get(ctx.db as Transaction<Database>) : undefined
  if (scope) scope.afterCommit.push(callback)
  else callback()
}

/**
 * Both drivers call this before they hand out a connection: inside a transaction only the transaction's own handle may
 * be used. On SQLite's one connection the mistake would wait for itself for ever; on PostgreSQL it would escape rollback.
 */
export function refuseSecondConnection(): void {
  if (insideTransaction.getStore())
    throw new Error('The root database handle was used inside a transaction; use the context it was given.')
}
