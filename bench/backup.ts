import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startThrowawayPostgres } from '../scripts/throwaway-postgres.ts'
import { startAppServer } from '../tests/support/app-server.ts'

import { openBenchDatabase } from './bench-database.ts'
import { residentMegabytes, type Row } from './measure.ts'

const POSTS = 10_000
const EVENTS = 1_000_000

/** Backs up, restores, encrypts 10,000 posts and a million events, and moves them to PostgreSQL if it is installed. */
export async function measureBackup(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  try {
    const database = await openBenchDatabase(folder, null)
    const app = await startAppServer({ ...database.env, LOG_LEVEL: 'warn' })
    await app.stop()
    for (const statement of [...postsOf(POSTS), eventsOf(EVENTS)]) await database.run(statement)
    await database.close()
    const backups = join(folder, 'measured')
    const env = { ...database.env, BACKUP_DIR: backups, LOG_LEVEL: 'warn' }
    const rows = [rowOf('A backup', await run(env, 'backup'))]
    const [file = ''] = readdirSync(backups)
    const megabytes = statSync(join(backups, file)).size / 1e6
    rows.push({ what: 'Its file', measured: `${megabytes.toFixed(0)} MB`, target: 'no target', ok: true })
    rows.push(rowOf('Encrypted', await run({ ...env, BACKUP_PASSPHRASE: 'a phrase for benches' }, 'backup')))
    const empty = { ...env, DATA_DIR: join(folder, 'restored') }
    rows.push(rowOf('Restored', await run(empty, 'restore', [join(backups, file)])))
    return [...rows, ...(await measureMove(env))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureMove(env: Record<string, string>): Promise<Row[]> {
  const postgres = await startThrowawayPostgres()
  if (!postgres) return []
  try {
    const target = await openBenchDatabase('', postgres.url)
    await target.close()
    const to = { ...env, DATABASE_URL: target.env['DATABASE_URL'] ?? '' }
    return [rowOf('Moved to PostgreSQL', await run(to, 'move-to-postgres'))]
  } finally {
    await postgres.stop()
  }
}

/** Returns statements that insert posts of about 4 KB, each with a revision. */
function postsOf(count: number): string[] {
  const numbers = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`
  const text = `replace(printf('%.60c', 'w'), 'w', printf('Agents answer call %d about voice and text. ', i))`
  return [
    `${numbers} insert into blog_post (id, created_at, updated_at, version, slug, published, published_at, title, excerpt, tags, words)
      select printf('%08x-0000-7000-8000-000000000000', i), i, i, 1, 'post-' || i, 1, 1600000000000 + i, 'Post ' || i, 'About ' || i,
        '["voice"]', 480 from n`,
    `${numbers} insert into blog_content (post_id, source, html, outline)
      select printf('%08x-0000-7000-8000-000000000000', i), ${text}, '<p>' || ${text} || '</p>', '[]' from n`,
    `${numbers} insert into blog_revision (id, post_id, version, at, actor, fields)
      select printf('%08x-0000-7000-8000-000000000001', i), printf('%08x-0000-7000-8000-000000000000', i), 1, i, 'owner',
        json_object('content', ${text}) from n`,
  ]
}

function eventsOf(count: number): string {
  return `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})
    insert into event (id, at, kind, visitor, path, referrer, country, device)
    select printf('%08x-0000-7000-8000-%012x', i, i), 1780000000000 + i * 7776, 'page_view', printf('%016x', i * 7919 % 40009),
      '/services/' || (i % 50), 'direct', 'DE', 'mobile' from n`
}

type Run = { seconds: number; megabytes: number }

async function run(env: Record<string, string>, name: string, args: readonly string[] = []): Promise<Run> {
  const start = performance.now()
  const child = spawn(process.execPath, ['scripts/command.ts', name, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let megabytes = 0
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, residentMegabytes({ process: child }) || 0)
  }, 50)
  await once(child, 'close')
  clearInterval(watch)
  if (child.exitCode !== 0) throw new Error(`${name} ended with ${child.exitCode}.`)
  return { seconds: (performance.now() - start) / 1000, megabytes }
}

function rowOf(what: string, { seconds, megabytes }: Run): Row {
  return {
    what: `${what}: ${POSTS.toLocaleString('en-US')} posts and ${EVENTS.toLocaleString('en-US')} events`,
    measured: `${seconds.toFixed(1)} s, at most ${megabytes.toFixed(0)} MB (RSS)`,
    target: 'at most 512 MB',
    ok: megabytes <= 512,
  }
}
