import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openDatabase } from '#app/platform/db/open-database.server.ts'
import type { Engine } from '#app/platform/db/engine.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import routes from '#app/routes.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { sendInquiry } from '#tests/support/send-inquiry.ts'
import { signInByHttp, testOwner } from '#tests/support/server-under-test.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { testSecret } from '#tests/support/test-ctx.ts'

let database: TestDatabase
let server: AppServer
let engine: Engine
let cookie: string

/** The id of a record for each address that takes one. */
let ids: Readonly<Record<string, string>>

beforeAll(async () => {
  database = await createTestDatabase()
  const env = { APP_SECRET: testSecret, ...database.env }
  server = await startAppServer({
    ...env,
    ADMIN_EMAIL: testOwner.email,
    ADMIN_PASSWORD: testOwner.password,
  })
  engine = await openDatabase(parseEnv(env))
  cookie = await signInByHttp(server.url)
  // A second session, which the account page could end.
  await signInByHttp(server.url)
  await sendInquiry(server.url)
  await post('/admin/blog', { intent: 'save', title: 'A post', content: 'Text', published: 'on' })
  await post('/admin/knowledge', { intent: 'text', title: 'A text', text: 'Some text.' })
  await post('/admin/quality/questions', { intent: 'add', text: 'Why?' })
  const chat = await fetch(`${server.url}/api/chat`, {
    method: 'POST',
    body: JSON.stringify({ conversationId: null, message: 'Hello?' }),
    headers: { 'content-type': 'application/json', origin: server.url },
  })
  if (!chat.ok) throw new Error(await chat.text())
  await chat.text()
  ids = {
    '/admin/leads/:id': await firstOf('lead'),
    '/admin/blog/:id': await firstOf('blog_post'),
    '/admin/knowledge/:id': await firstOf('knowledge_item'),
    '/admin/conversations/:id': await firstOf('conversation'),
    '/admin/outbox/:id': await firstOf('email'),
    '/admin/quality/questions/:id': await firstOf('test_question'),
  }
  await untilSiteIsRead()
}, 120_000)

afterAll(async () => {
  await engine?.close()
  await server?.stop()
  await database?.drop()
})

function post(path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: server.url, cookie },
    redirect: 'manual',
  })
}

async function firstOf(
  table: 'lead' | 'blog_post' | 'knowledge_item' | 'conversation' | 'email' | 'test_question',
): Promise<string> {
  const { id } = await engine.db
    .selectFrom(table)
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow(() => new Error(`No ${table}`))
  return id
}

/** Waits until the site's pages, including the new post, have become knowledge. */
function untilSiteIsRead(): Promise<void> {
  return eventually(async () => {
    const items = engine.db
      .selectFrom('knowledge_item')
      .select(['status', 'title'])
      .where('kind', '=', 'site')
    const read = await items.execute()
    expect(read.length).toBeGreaterThan(8)
    expect(read.map(({ title }) => title)).toContain('A post')
    expect(new Set(read.map(({ status }) => status))).toEqual(new Set(['ready']))
  }, 60_000)
}

/** Returns all rows except throttles, jobs, pages rendered ahead and the times when sessions were last seen. */
async function everyRow(): Promise<Record<string, string[]>> {
  const tables = (await engine.db.introspection.getTables()).map(({ name }) => name)
  const stored: Record<string, string[]> = {}
  for (const table of tables.filter(
    (name) => !/^(throttle$|job$|job_|kept_post$|presence|sqlite_)/.test(name),
  )) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(engine.db)
    stored[table] = rows.map((row) => JSON.stringify({ ...row, last_seen_at: null })).toSorted()
  }
  return stored
}

/** Waits until no due job is left, and returns all rows. */
function settled(): Promise<Record<string, string[]>> {
  return eventually(async () => {
    const jobs = engine.db.selectFrom('job').select('name').where('state', 'in', ['waiting', 'running'])
    expect(await jobs.where('run_at', '<=', Date.now()).execute()).toEqual([])
    return everyRow()
  })
}

/** Every address of the admin and of sign-in whose route has an action. */
const taking = routes.flatMap((entry) => takingPaths(entry, '')).filter((path) => path.startsWith('/admin'))

function takingPaths(entry: RouteConfigEntry, base: string): string[] {
  const path = entry.path === undefined ? base : `${base}/${entry.path}`
  const code = readFileSync(join('app', entry.file), 'utf8')
  const own = /^export (async )?(function|const) action\b/m.test(code) ? [path] : []
  return [...own, ...(entry.children ?? []).flatMap((child) => takingPaths(child, path))]
}

/** These pages redirect a signed-in owner, also after a rejection. */
const leadsOn = new Set(['/admin/login/code', '/admin/setup'])

test('the admin takes forms at many addresses', () => expect(taking.length).toBeGreaterThan(25))

test.each(taking)('%s rejects an intent that it does not know, and changes nothing', async (path) => {
  const before = await settled()
  const response = await post(ids[path] ? path.replace(':id', ids[path]) : path, {
    intent: 'no-such-intent',
    password: testOwner.password,
    email: testOwner.email,
  })
  expect(await everyRow()).toEqual(before)
  if (leadsOn.has(path)) expect(response.status).toBe(302)
  else expect(Math.floor(response.status / 100)).toBe(4)
})
