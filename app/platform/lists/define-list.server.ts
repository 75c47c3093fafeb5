import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import { type MatchingIds, readBoundedPage, scanInTurns, takeUpTo } from './bounded-page.server.ts'
import type { Database } from '#app/platform/db/schema/index.ts'
import { type CsvColumn, csvInSlices, ROWS_A_SLICE } from '#app/platform/http/csv-download.server.ts'

type Sql = RawBuilder<unknown>
export type Condition = RawBuilder<SqlBool>
export const all: Condition = sql`1 = 1`

/** Joins the conditions of the filters that are set. */
export function every(conditions: readonly (Condition | false | null)[]): Condition {
  return sql`(${sql.join([all, ...conditions.filter(Boolean)], sql` and `)})`
}

type Term<Key> = { by: Sql; isDown: boolean; isColumn: boolean; of: (key: Key) => unknown }

export function up<Column extends string>(column: Column): Term<Record<Column, unknown>> {
  return { by: sql.ref(column), isDown: false, isColumn: true, of: (key) => key[column] }
}

export function down<Column extends string>(column: Column): Term<Record<Column, unknown>> {
  return { ...up(column), isDown: true }
}

/** Sorts by an expression, of which `of` returns a row's value. */
export function upBy<Key>(by: Sql, of: (key: Key) => unknown): Term<Key> {
  return { by, isDown: false, isColumn: false, of }
}

/** What a query of a list is read from. */
export type Source<Order extends string = string> = {
  /** The table, or a subquery with its name. */
  from: Sql
  /** The filters that the indexes of the orders serve. */
  shown: Condition
  matches: Condition
  /** Each row has to be compared on this thread, so the list is read in slices. */
  isScan?: boolean
  /** Reads in slices by another order, one condition after the other, if no index serves slices in the list's order. */
  scansBy?: { order: Order; shown: readonly Condition[] } | null
  /** One statement counts and reads: a page, or all rows if counting would compare them a first time. */
  countsWith?: 'page' | 'all' | null
  mostCounted?: number
}

type KeyOf<Table extends keyof Database, Column extends keyof Database[Table]> = Pick<Database[Table], Column>

type Declared<
  Table extends keyof Database,
  Column extends keyof Database[Table],
  Order extends string,
  Query,
> = {
  table: Table
  /** The columns by which the list filters and sorts. */
  keys: readonly Column[]
  orders: Readonly<Record<Order, readonly Term<KeyOf<Table, Column>>[]>>
  perPage: number
  /** The most rows that one statement compares. */
  rowsAScan?: number
  find: (ctx: Ctx, query: Query, use: 'page' | 'export') => Promise<Source<NoInfer<Order>>>
}

/** Declares a list that is read by page, read on from a row, and exported. Rows are read by their ids. */
export function defineList<
  Table extends keyof Database,
  Column extends keyof Database[Table] & string,
  Order extends string,
  Query,
>({ table, keys, orders, perPage, rowsAScan = 2000, find }: Declared<Table, Column, Order, Query>) {
  type Key = KeyOf<Table, Column>
  type Part = { after?: Key | undefined; upTo?: Key | undefined; limit?: number; offset?: number }
  const keyColumns = sql.join(keys.map((key) => sql.ref(key)))

  function select<Row>(what: Sql, source: Source, order: Order, { after, upTo, limit, offset }: Part) {
    const terms = orders[order]
    const sorted = terms.map(({ by, isDown }) => sql`${by} ${sql.raw(isDown ? 'desc' : 'asc')}`)
    return sql<Row>`select ${what} ${matching(source)}
      ${after ? sql`and ${compared(terms, after, 'after')}` : sql``}
      ${upTo ? sql`and ${compared(terms, upTo, 'up to')}` : sql``} order by ${sql.join(sorted)}
      ${limit === undefined ? sql`` : sql`limit ${limit}`} ${offset ? sql`offset ${offset}` : sql``}`
  }

  async function idsOf(ctx: Ctx, source: Source, order: Order, part: Part): Promise<string[]> {
    const { rows } = await select<{ id: string }>(sql`id`, source, order, part).execute(ctx.db)
    return rows.map(({ id }) => id)
  }

  async function* scan(ctx: Ctx, source: Source<Order>, order: Order, after?: Key) {
    const inTurn = source.scansBy ?? { order, shown: [source.shown] }
    for (const shown of inTurn.shown) yield* scanInOrder(ctx, { ...source, shown }, inTurn.order, after)
  }

  /** Reads only matching rows; the last row of each slice is found in the order's index, which takes half the time. */
  function scanInOrder(ctx: Ctx, source: Source, order: Order, start?: Key) {
    return scanInTurns<Key & { id: string }>(async (after: Key | undefined = start) => {
      const last = await lastOfSlice(ctx, source, order, after)
      const part = { after, upTo: last }
      const { rows } = await select<Key & { id: string }>(keyColumns, source, order, part).execute(ctx.db)
      return { matching: rows, last }
    })
  }

  async function lastOfSlice(ctx: Ctx, source: Source, order: Order, after: Key | undefined) {
    const part = { after, limit: 1, offset: rowsAScan - 1 }
    const [id] = await idsOf(ctx, { ...source, matches: all }, order, part)
    if (id === undefined) return undefined
    const row = sql<Key & { id: string }>`select ${keyColumns} from ${sql.table(table)} where id = ${id}`
    return (await row.execute(ctx.db)).rows[0]
  }

  async function findUpTo(
    ctx: Ctx,
    source: Source<Order>,
    order: Order,
    { most, page }: { most: number; page: number },
  ): Promise<MatchingIds> {
    if (source.isScan) return takeUpTo(most, scan(ctx, source, order), perPage)
    if (source.countsWith === 'all') {
      const ids = await idsOf(ctx, source, order, { limit: most })
      return { counted: ids.length, idsAt: async (offset) => ids.slice(offset, offset + perPage) }
    }
    if (source.countsWith === 'page') {
      const from = sql`(select ${keyColumns} ${matching(source)} limit ${most}) as ${sql.table(table)}`
      const { rows } = await select<{ id: string; counted: number }>(
        sql`id, count(*) over () as counted`,
        { from, shown: all, matches: all },
        order,
        { limit: perPage, offset: (page - 1) * perPage },
      ).execute(ctx.db)
      const [first] = rows
      // If too many match, or the page is beyond the last, the rows of another page are needed.
      if (first ? first.counted < most : page === 1)
        return { counted: first ? first.counted : 0, idsAt: async () => rows.map(({ id }) => id) }
    }
    const { rows } = await sql<{ counted: number }>`select count(*) as counted
      from (select 1 ${matching(source)} limit ${most}) as matching`.execute(ctx.db)
    return {
      counted: Number(rows[0]?.counted),
      idsAt: (offset) => idsOf(ctx, source, order, { limit: perPage, offset }),
    }
  }

  type Next = { after?: Key | undefined; limit: number }

  async function readNext(ctx: Ctx, source: Source<Order>, order: Order, { after, limit }: Next) {
    if (!source.isScan) return idsOf(ctx, source, order, { after, limit })
    return (await takeUpTo(limit, scan(ctx, source, order, after), limit)).idsAt(0)
  }

  return {
    find,
    select,
    scan,
    async page(ctx: Ctx, query: Query & { page: number }, order: Order) {
      const source = await find(ctx, query, 'page')
      return readBoundedPage(
        (most) => findUpTo(ctx, source, order, { most, page: query.page }),
        perPage,
        query.page,
        source.mostCounted,
      )
    },
    /** Returns the ids of the rows that follow `after`. */
    async next(ctx: Ctx, query: Query, order: Order, next: Next): Promise<string[]> {
      return readNext(ctx, await find(ctx, query, 'page'), order, next)
    },
    async csv<Row extends Key>(
      ctx: Ctx,
      query: Query,
      order: Order,
      {
        columns,
        read,
      }: { columns: readonly CsvColumn<Row>[]; read: (ctx: Ctx, ids: string[]) => Promise<Row[]> },
    ): Promise<AsyncGenerator<string>> {
      const source = await find(ctx, query, 'export')
      return csvInSlices(columns, async (after: Row | undefined) =>
        read(ctx, await readNext(ctx, source, order, { after, limit: ROWS_A_SLICE })),
      )
    },
  }
}

/** Returns the part of a statement that finds all rows of a source. */
export function matching({ from, shown, matches }: Source): Sql {
  return sql`from ${from} where ${shown} and ${matches}`
}

/** Compares columns of one direction together, and others one after the other: SQLite finds both by an index. */
function compared<Key>(terms: readonly Term<Key>[], key: Key, which: 'after' | 'up to'): Condition {
  const [first, ...rest] = terms
  if (!first) return which === 'after' ? sql`1 = 0` : all
  const { by, isDown } = first
  const beyond = sql.raw(isDown === (which === 'after') ? '<' : '>')
  if (terms.every((term) => term.isColumn && term.isDown === isDown))
    return sql`(${sql.join(terms.map((term) => term.by))}) ${beyond}${sql.raw(which === 'after' ? '' : '=')}
      (${sql.join(terms.map(({ of }) => of(key)))})`
  const value = first.of(key)
  return sql`(${by} ${beyond}= ${value} and (${by} ${beyond} ${value} or ${compared(rest, key, which)}))`
}
