import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

/** A test's own database, with the variables that name it. */
export type TestDatabase = { env: { DATA_DIR: string; DATABASE_URL?: string }; drop(): Promise<void> }

export type TestEngine = 'sqlite' | 'postgres'

export const testEngine: TestEngine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

let made = 0

/** Creates an empty database of the engine under test. */
export async function createTestDatabase(engine: TestEngine = testEngine): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-test-'))
  const dropFolder = () => rmSync(folder, { recursive: true, force: true })
  if (engine === 'sqlite') return { env: { DATA_DIR: folder }, drop: async () => dropFolder() }
  made += 1
  const name = `test_${process.pid}_${made}`
  await administer(`create database ${name}`)
  return {
    env: { DATA_DIR: folder, DATABASE_URL: testDatabaseUrl(name) },
    async drop() {
      await administer(`drop database ${name} with (force)`)
      dropFolder()
    },
  }
}

export function testDatabaseUrl(name: string): string {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  url.pathname = `/${name}`
  return url.href
}

/** Runs a statement on the tests' PostgreSQL server, or on one of its databases. */
export async function administer(
  statement: string,
  url = process.env['TEST_DATABASE_URL'],
): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
