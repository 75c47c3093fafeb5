import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import type { Ctx } from '#app/platform/context.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'

let made = 0

/** Runs `work` over a new database: on the PostgreSQL server at `url`, or on SQLite if that is null. */
export async function withFreshCtx<Result>(
  url: string | null,
  work: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-eval-'))
  made += 1
  const name = `eval_${process.pid}_${made}`
  const database = url === null ? undefined : new URL(url)
  if (url !== null && database) {
    await administer(url, `create database ${name}`)
    database.pathname = `/${name}`
  }
  const { ctx, close } = await createRuntime(
    parseEnv({
      LOG_LEVEL: 'error',
      DATA_DIR: folder,
      APP_SECRET: 'a secret for evaluations, thrown away after',
      DATABASE_URL: database?.href,
    }),
  )
  try {
    return await work(ctx)
  } finally {
    await close()
    if (url !== null) await administer(url, `drop database ${name} with (force)`)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
