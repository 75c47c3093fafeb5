import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { type Area, may, type Role } from '#app/platform/permissions.ts'
import { areaOfSetting, areaOfTable, markOf } from '#tests/support/area-of-tables.ts'
import { guarded, markedServer, members, open, type Route } from '#tests/support/marked-server.ts'

import { allSurfaces } from '../../attack/surface.ts'

const server = markedServer()

const areas = [...new Set(Object.values(areaOfTable))].filter(
  (each): each is Area => each !== 'member' && each !== 'shared',
)

/** The marks that a role must never receive. Rows that belong to one member belong to the owner here. */
const hiddenFrom = (role: Role | null) => [
  ...areas.filter((area) => role === null || !may(role, `${area}.read`)).map(markOf),
  ...(role === 'owner' ? [] : [markOf('member')]),
]

const withId = (path: string) => path.replaceAll(/:\w+|\*/g, encodeURIComponent(server.idOf(path)))

const surfaces = new Map(allSurfaces().map((surface) => [surface.path, surface]))

/** A page, its data, that of the route alone, both as they are loaded ahead, and what a search finds. */
function addressesOf({ path, id }: Route): string[] {
  const page = withId(path)
  const ways = ['', '?ahead', '.data', `.data?_routes=${id}`, `.data?_routes=admin-layout,${id}&ahead`]
  const searched = surfaces.get(path)?.query?.includes('q') ? ['?q=Ada', '.data?q=hello'] : []
  return [...ways, ...searched].map((rest) => page + rest)
}

test('the owner sees the marks, so that there is something to hide', async () => {
  const seen = new Set<string>()
  for (const { path } of guarded) {
    const text = await (await server.ask(withId(path), server.cookieOf('owner'))).text()
    for (const mark of [...areas, 'member' as const].map(markOf)) if (text.includes(mark)) seen.add(mark)
  }
  const hasNoTexts = markOf('analytics')
  const all = [...areas, 'member' as const].map(markOf).filter((mark) => mark !== hasNoTexts)
  expect([...seen]).toEqual(expect.arrayContaining(all))
})

test.each([...members, null])(
  'no page of the admin shows the role %s what is of another area',
  async (role) => {
    const faults: string[] = []
    for (const route of guarded)
      for (const address of addressesOf(route)) {
        const response = await server.ask(address, server.cookieOf(role))
        const text = await response.text()
        for (const mark of hiddenFrom(role)) if (text.includes(mark)) faults.push(`${mark} at ${address}`)
        if (response.status >= 500) faults.push(`${response.status} at ${address}`)
      }
    expect(faults).toEqual([])
  },
)

test('no public address shows a stranger or a viewer what only members read, whatever id is tried', async () => {
  const known = ['site', ...(await server.everyId())]
  const faults: string[] = []
  for (const role of [null, 'viewer'] as const)
    for (const { path } of open) {
      const tried = path.includes(':') && role === null ? known : ['some-id']
      for (const id of tried) {
        const address = path.replaceAll(/:\w+|\*/g, encodeURIComponent(id))
        const text = await (await server.ask(address, server.cookieOf(role))).text()
        for (const mark of hiddenFrom(role)) if (text.includes(mark)) faults.push(`${mark} at ${address}`)
      }
    }
  expect(faults).toEqual([])
})

/** Every form of the attack's surface, and every further intent that a route's code names. */
function formsOf({ path, source }: Route): Readonly<Record<string, string>>[] {
  const known = surfaces.get(path)?.forms ?? []
  const seen = new Set(known.map((fields) => fields['intent']))
  const named = Array.from(source.matchAll(/^  '?([\w-]+)'?: (?:form\(|\w+Form\b)/gm), ([, name]) =>
    String(name),
  )
  const id = server.idOf(path)
  return [
    ...known.map((fields) => ({ ...fields, ...(fields['id'] !== undefined && { id }) })),
    ...named.filter((intent) => !seen.has(intent)).map((intent) => ({ intent, id, version: '1' })),
  ]
}

/** Tables that are not compared, because allowed requests write them too: the log, notices by mail, drafts, counts. */
const unwatched = new Set(['audit_entry', 'email', 'thread_draft', 'unanswered_question'])

async function rowsWithout(role: Role): Promise<Map<string, string>> {
  const { db } = server.engine()
  const member = db.selectFrom('member').select('id').where('email', '=', `${role}@agency.test`)
  const { id: own } = await member.executeTakeFirstOrThrow()
  const stored = new Map<string, string>()
  for (const [table, area] of Object.entries(areaOfTable)) {
    if (area === 'shared' || unwatched.has(table)) continue
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
    const others = rows.filter(
      (row) =>
        row['member_id'] !== own &&
        !(table === 'member' && row['id'] === own) &&
        !(table === 'knowledge_item' && row['kind'] === 'site'),
    )
    for (const row of others) {
      const name = table === 'setting' ? `setting ${String(row['key'])}` : table
      stored.set(name, `${stored.get(name)} ${JSON.stringify({ ...row, last_seen_at: null })}`)
    }
  }
  return stored
}

function mayChange(role: Role, name: string): boolean {
  const [table = '', key = ''] = name.split(' ', 2)
  const area = key === '' ? areaOfTable[table as keyof typeof areaOfTable] : areaOfSetting[key]
  if (area === 'shared' || area === 'member') return false
  return may(role, `${area ?? 'settings'}.write`)
}

test.each(members)('no form changes what the role %s may not change', { timeout: 240_000 }, async (role) => {
  await server.untilIdle()
  const faults: string[] = []
  let before = await rowsWithout(role)
  const send = async (path: string, fields: Readonly<Record<string, string>>) => {
    const text = await (await server.ask(withId(path), server.cookieOf(role), fields)).text()
    const after = await rowsWithout(role)
    const names = [...new Set([...before.keys(), ...after.keys()])]
    const changed = names.filter((name) => before.get(name) !== after.get(name) && !mayChange(role, name))
    before = after
    return { text, changed }
  }
  for (const route of guarded)
    for (const fields of formsOf(route)) {
      const what = `${JSON.stringify(fields)} at ${route.path}`
      const jobs = await scheduledJobs()
      const { text, ...sent } = await send(route.path, fields)
      let { changed } = sent
      for (const mark of hiddenFrom(role)) if (text.includes(mark)) faults.push(`${mark} after ${what}`)
      if (changed.length > 0 && (await scheduledJobs()) !== jobs) {
        // A scheduled job ran meanwhile and may have made the change. If the form did, it makes it again.
        await server.untilIdle()
        before = await rowsWithout(role)
        const again = await send(route.path, fields)
        changed = changed.filter((name) => again.changed.includes(name))
      }
      for (const name of changed) faults.push(`${name} by ${what}`)
    }
  expect(faults).toEqual([])
})

/** Returns which scheduled jobs there are and how far they are; their ids contain the time. */
async function scheduledJobs(): Promise<string> {
  const jobs = server.engine().db.selectFrom('job').select(['id', 'state']).where('id', 'like', '%@%')
  return JSON.stringify(await jobs.orderBy('id').execute())
}
