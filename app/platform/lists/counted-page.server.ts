import { type SelectQueryBuilder, sql } from 'kysely'

import { pageOf } from '#app/lib/paging.ts'
import type { Database } from '#app/platform/db/schema/index.ts'

/** Reads a page of a list that is short enough to count all of it. */
export async function readCountedPage<Table extends keyof Database, Row>(
  list: SelectQueryBuilder<Database, Table, Row>,
  perPage: number,
  asked: number,
) {
  const { total } = await list
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const { page, pages, offset } = pageOf(total, perPage, asked)
  return { rows: await list.limit(perPage).offset(offset).execute(), total, page, pages }
}
