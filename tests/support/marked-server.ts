import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'

import type { Engine } from '#app/platform/db/engine.server.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import type { Role } from '#app/platform/permissions.ts'
import routes from '#app/routes.ts'
import { fillEveryTable } from '#tests/factories/filled-tables.ts'

import { type AppServer, startAppServer } from './app-server.ts'
import { areaOfTable, marked, markOf } from './area-of-tables.ts'
import { eventually } from './eventually.ts'
import { sendInquiry } from './send-inquiry.ts'
import { signInByHttp, testOwner } from './server-under-test.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { testSecret } from './test-ctx.ts'

export const members = ['editor', 'sales', 'viewer'] as const

export type Route = { path: string; id: string; source: string }

/** Returns every address of routes.ts, without streams, which do not end. */
function allRoutes(): { guarded: Route[]; open: Route[] } {
  const below = (entry: RouteConfigEntry, base: string): Route[] => {
    const path = entry.path ? `${base}/${entry.path}` : base
    const id = entry.id ?? entry.file.replace(/\.\w+$/, '')
    const own = { path: path || '/', id, source: readFileSync(join('app', entry.file), 'utf8') }
    return [own, ...(entry.children ?? []).flatMap((child) => below(child, path))]
  }
  const isStream = ({ path }: Route) => /\/(events|changes)$/.test(path)
  const of = (isAdmin: boolean) =>
    routes
      .filter((route) => (route.id === 'admin-layout') === isAdmin)
      .flatMap((entry) => below(entry, ''))
      .filter((route) => !isStream(route))
  return { guarded: of(true), open: of(false) }
}

export const { guarded, open } = allRoutes()

/** Which table's ids go into an address, by the part before the id. For other addresses, ids of all tables are tried. */
const tableOf: Readonly<Record<string, keyof typeof areaOfTable>> = {
  assistants: 'assistant',
  attachments: 'thread_attachment',
  blog: 'blog_post',
  bookings: 'booking',
  conversations: 'conversation',
  for: 'lead',
  hours: 'member',
  import: 'person_import',
  imports: 'blog_import',
  'inquiry-files': 'lead_file',
  knowledge: 'knowledge_item',
  leads: 'lead',
  'legal-texts': 'legal_text',
  outbox: 'email',
  pages: 'page',
  people: 'person',
  questions: 'test_question',
  runs: 'test_run',
  transfer: 'content_transfer',
  types: 'meeting_type',
  unfiled: 'thread_mail',
}

/** Starts a server with rows in every table. Each text in them has the mark of its area. */
export function markedServer() {
  const cookies = new Map<Role, string>()
  const ids = new Map<string, string>()
  let database: TestDatabase
  let server: AppServer
  let engine: Engine

  function ask(path: string, cookie: string, fields?: Readonly<Record<string, string>>) {
    return fetch(`${server.url}${path}`, {
      headers: { cookie, origin: server.url },
      redirect: 'manual',
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
  }
  const cookieOf = (role: Role | null) => (role === null ? '' : String(cookies.get(role)))

  async function idsOf(table: string, most = 3): Promise<string[]> {
    const all = sql<Record<string, unknown>>`select * from ${sql.table(table)} limit ${most}`
    const { rows } = await all.execute(engine.db)
    return rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  }

  const everyId = async () =>
    (await Promise.all(Object.keys(areaOfTable).map((table) => idsOf(table, 1)))).flat()

  async function storeByHttp(owner: string): Promise<void> {
    const [leads, chat, content, knowledge] = [
      markOf('leads'),
      markOf('conversations'),
      markOf('content'),
      markOf('knowledge'),
    ]
    await sendInquiry(server.url, { name: `Ada ${leads}`, message: `Call ${leads} please` })
    const message = JSON.stringify({ conversationId: null, message: `Hello ${chat}?` })
    const headers = { 'content-type': 'application/json', origin: server.url }
    await (await fetch(`${server.url}/api/chat`, { method: 'POST', body: message, headers })).text()
    await ask('/admin/blog', owner, { intent: 'save', title: `A draft ${content}`, content: 'Text' })
    await ask('/admin/knowledge', owner, { intent: 'text', title: `Text ${knowledge}`, text: 'Some text.' })
    await ask('/admin/quality/questions', owner, { intent: 'add', text: `Why ${knowledge}?` })
    await ask('/admin/people/new', owner, { name: `Eve ${leads}`, email: 'eve@example.com', note: leads })
    await ask('/admin/assistants/collections', owner, { intent: 'add', name: `Shop ${knowledge}` })
  }

  async function joinAs(role: Role): Promise<string> {
    const fields = { intent: 'invite', email: `${role}@agency.test`, role }
    const invited = await ask('/admin/team', cookieOf('owner'), fields)
    const token = String(/invitation\?token=([\w-]{43})/.exec(await invited.text())?.[1])
    const password = 'seven geese on a gate'
    const accepting = { token, name: `The ${role}`, password, confirmPassword: password }
    const accepted = await ask('/admin/invitation', '', accepting)
    expect(accepted.status, role).toBe(303)
    return String(accepted.headers.get('set-cookie')?.split(';', 1)[0])
  }

  async function findIds(): Promise<void> {
    const known = await everyId()
    for (const { path } of guarded.filter((each) => each.path.includes(':'))) {
      const table = path.includes('languages/import')
        ? 'translation_import'
        : tableOf[String(/\/([\w-]+)\/:/.exec(path)?.[1])]
      const tried = path.includes(':language') ? ['de'] : table ? await idsOf(table) : known
      for (const id of tried) {
        const response = await ask(path.replaceAll(/:\w+/g, encodeURIComponent(id)), cookieOf('owner'))
        await response.body?.cancel()
        if (!ids.has(path) || response.status === 200) ids.set(path, id)
        if (response.status === 200) break
      }
    }
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    const env = { APP_SECRET: testSecret, LIMITS: 'off', ...database.env }
    const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = testOwner
    server = await startAppServer({ ...env, ADMIN_EMAIL, ADMIN_PASSWORD })
    engine = await openDatabase(parseEnv(env))
    const owner = await signInByHttp(server.url)
    cookies.set('owner', owner)
    await storeByHttp(owner)
    // The owner is still the only member, so rows that belong to one member belong to the owner.
    await fillEveryTable(engine, marked)
    const mail = await engine.db.selectFrom('email').selectAll().executeTakeFirstOrThrow()
    const other = { id: 'other', dedupe_key: 'other', about: null, recipients: '["eve@other.example"]' }
    await engine.db
      .insertInto('email')
      .values({ ...mail, ...other, subject: markOf('mail') })
      .execute()
    await engine.db
      .updateTable('audit_entry')
      .set({ subject_title: markOf('audit') })
      .execute()
    for (const role of members) cookies.set(role, await joinAs(role))
    await findIds()
  }, 240_000)

  afterAll(async () => {
    await engine?.close()
    await server?.stop()
    await database?.drop()
  })

  return {
    ask,
    cookieOf,
    everyId,
    idOf: (path: string) => ids.get(path) ?? 'some-id',
    engine: () => engine,
    /** Waits until no due job is left. */
    untilIdle: () =>
      eventually(async () => {
        const due = engine.db.selectFrom('job').select('name').where('state', 'in', ['waiting', 'running'])
        expect(await due.where('run_at', '<=', Date.now()).execute()).toEqual([])
      }, 90_000),
  }
}
