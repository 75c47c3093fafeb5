import { type Kysely, sql } from 'kysely'

/**
 * Nearly all people are merged into nobody. SQLite took the index of all of them for the list of those, and sorted fifty thousand
 * people for each slice of two thousand; it now reads the list in the order of its own index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index person_merged`.execute(db)
  await sql`create index person_merged on person (merged_into) where merged_into is not null`.execute(db)
}
