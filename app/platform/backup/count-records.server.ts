import type { Db, Engine } from '#app/platform/db/engine.server.ts'
import type { Database } from '#app/platform/db/schema/index.ts'
import { storedTablesOf } from '#app/platform/db/tables/read-snapshot.server.ts'

/** Comes and goes by itself, or is made of other tables: how much of it there is tells nothing of what was lost. */
const fleeting: ReadonlySet<string> = new Set([
  'audit_entry',
  'chat_usage',
  'email',
  'event',
  'job',
  'knowledge_index',
  'knowledge_passage',
  'knowledge_text',
  'knowledge_vector',
  'password_reset',
  'roll_day',
  'roll_hour',
  'salt',
  'seen',
  'session',
  'setting',
  'sign_in_challenge',
  'throttle',
])

/** Without a row in any of these nobody has used the installation yet. */
const madeByPeople: ReadonlySet<string> = new Set(['owner', 'lead', 'conversation', 'blog_post'])

/** How many rows there are that somebody would miss, and whether nobody would miss anything. */
export async function countRecords(
  engine: Pick<Engine, 'name'>,
  db: Db,
): Promise<{ records: number; isEmpty: boolean }> {
  let records = 0
  let isEmpty = true
  for (const { name } of await storedTablesOf(engine).list(db)) {
    if (fleeting.has(name)) continue
    const { rows } = await db
      .selectFrom(name as keyof Database)
      .select((select) => select.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    records += rows
    if (rows > 0 && madeByPeople.has(name)) isEmpty = false
  }
  return { records, isEmpty }
}
