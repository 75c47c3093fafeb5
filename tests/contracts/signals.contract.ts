import { Writable } from 'node:stream'

import pg from 'pg'
import { expect, test, vi } from 'vitest'

import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { createPostgresSignals } from '#app/platform/signals/postgres-signals.server.ts'
import { RESYNC, type Signals } from '#app/platform/signals/signals.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { countConnections, endConnections } from '#tests/support/postgres-connections.ts'
import { createSecondInstance, variablesOf } from '#tests/support/second-instance.ts'
import { startFaultyLine } from '#tests/support/faulty-line.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestDatabase, testEngine } from '#tests/support/test-database.ts'

const onPostgres = test.skipIf(testEngine !== 'postgres')

/** Collects what a subscriber of a topic receives, in order. */
function hear(signals: Signals, topic: string): string[] {
  const heard: string[] = []
  signals.subscribe(topic, (payload) => heard.push(payload))
  return heard
}

/** Waits for a message, after which all earlier ones have been delivered. */
async function roundTrip(ctx: TestCtx, listener: Signals = ctx.signals): Promise<void> {
  const heard = hear(listener, 'round-trip')
  await ctx.signals.publish(ctx, 'round-trip')
  await eventually(() => expect(heard).not.toEqual([]))
}

test('a message reaches every subscriber of its topic, and of no other', async () => {
  const ctx = await createTestCtx()
  const [one, two, other] = ['leads', 'leads', 'lead'].map((topic) => hear(ctx.signals, topic))
  await ctx.signals.publish(ctx, 'leads', 'first')
  await ctx.signals.publish(ctx, 'leads', 'second')
  await eventually(() => expect(two).toEqual(['first', 'second']))
  expect(one).toEqual(['first', 'second'])
  expect(other).toEqual([])
})

test('a payload arrives as it was sent, or empty where there is none', async () => {
  const ctx = await createTestCtx()
  const heard = hear(ctx.signals, 'texts')
  const payloads = ['two words', ' spaces ', 'line\nend', "quote ' and \\", 'Grüße 👋🏽', 'x'.repeat(5000)]
  for (const payload of payloads) await ctx.signals.publish(ctx, 'texts', payload)
  await ctx.signals.publish(ctx, 'texts')
  await eventually(() => expect(heard).toEqual([...payloads, '']))
})

test('a nudge is heard here and by another instance, after the commit and never after a failure', async () => {
  const ctx = await createTestCtx()
  const other = testEngine === 'postgres' ? await createSecondInstance(ctx) : ctx
  const [here, there] = [hear(ctx.signals, 'jobs'), hear(other.signals, 'jobs')]
  const failing = withTransaction(ctx, async (inside) => {
    inside.signals.nudge(inside, 'jobs')
    throw new Error('away')
  })
  await expect(failing).rejects.toThrow('away')
  await roundTrip(ctx, other.signals)
  expect([here, there]).toEqual([[], []])
  await withTransaction(ctx, async (inside) => {
    inside.signals.nudge(inside, 'jobs')
    expect(here).toEqual([])
  })
  expect(here).toEqual([''])
  await eventually(() => expect(there).toEqual(['']))
})

test('a message of a transaction is heard after its commit and not before', async () => {
  const ctx = await createTestCtx()
  const heard = hear(ctx.signals, 'leads')
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: published, resolve: publish } = Promise.withResolvers<void>()
  const transaction = withTransaction(ctx, async (inside) => {
    await withTransaction(inside, (nested) => nested.signals.publish(nested, 'leads', 'new'))
    publish()
    await mayEnd
  })
  await published
  await roundTrip(ctx)
  expect(heard).toEqual([])
  end()
  await transaction
  await eventually(() => expect(heard).toEqual(['new']))
})

test('a message of a transaction that fails is never heard', async () => {
  const ctx = await createTestCtx()
  const heard = hear(ctx.signals, 'leads')
  const failing = withTransaction(ctx, async (inside) => {
    await inside.signals.publish(inside, 'leads', 'new')
    throw new Error('away')
  })
  await expect(failing).rejects.toThrow('away')
  await roundTrip(ctx)
  expect(heard).toEqual([])
})

test('a subscription that has ended hears nothing more, the others go on', async () => {
  const ctx = await createTestCtx()
  const stays = hear(ctx.signals, 'leads')
  const leaves: string[] = []
  const end = ctx.signals.subscribe('leads', (payload) => leaves.push(payload))
  await ctx.signals.publish(ctx, 'leads', 'first')
  await eventually(() => expect(leaves).toEqual(['first']))
  end()
  await ctx.signals.publish(ctx, 'leads', 'second')
  await eventually(() => expect(stays).toEqual(['first', 'second']))
  expect(leaves).toEqual(['first'])
})

onPostgres('PostgreSQL: a message reaches the other instances, whoever sends it', async () => {
  const one = await createTestCtx()
  const other = await createSecondInstance(one)
  const [here, there] = [hear(one.signals, 'pages'), hear(other.signals, 'pages')]
  await one.signals.publish(one, 'pages', 'from one')
  // An instance delivers its own message at the commit, possibly before earlier ones of other instances.
  await eventually(() => expect(there).toEqual(['from one']))
  await withTransaction(other, (ctx) => ctx.signals.publish(ctx, 'pages', 'from the other'))
  await eventually(() => expect(here).toEqual(['from one', 'from the other']))
  await eventually(() => expect(there).toEqual(['from one', 'from the other']))
})

onPostgres(
  'PostgreSQL: a message of an open transaction is not heard by the other instances either',
  async () => {
    const one = await createTestCtx()
    const other = await createSecondInstance(one)
    const heard = hear(other.signals, 'pages')
    const failing = withTransaction(one, async (ctx) => {
      await ctx.signals.publish(ctx, 'pages', 'never')
      throw new Error('away')
    })
    await expect(failing).rejects.toThrow('away')
    await roundTrip(one, other.signals)
    expect(heard).toEqual([])
  },
)

onPostgres('PostgreSQL: nudges of several topics at once are sent one statement after another', async () => {
  const ctx = await createTestCtx()
  const other = await createSecondInstance(ctx)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const topics = ['jobs', 'leads', 'pages']
  const heard = topics.map((topic) => hear(other.signals, topic))
  for (const topic of topics) ctx.signals.nudge(ctx, topic)
  await eventually(() => expect(heard).toEqual([[''], [''], ['']]))
  const senders = query.mock.calls.flatMap(([text], at) =>
    text.includes('pg_notify') ? [query.mock.contexts[at]] : [],
  )
  expect(senders).toHaveLength(1)
})

onPostgres('PostgreSQL: a broken connection is reopened, asks for a resync and hears on', async () => {
  const ctx = await createTestCtx()
  const url = (await variablesOf(ctx.engine))['DATABASE_URL'] ?? ''
  const [resyncs, heard] = [hear(ctx.signals, RESYNC), hear(ctx.signals, 'pages')]
  await ctx.signals.publish(ctx, 'pages', 'before')
  await eventually(() => expect(heard).toEqual(['before']))
  expect(resyncs).toEqual([])

  expect(await endConnections(url, 'foyer signals')).toBe(1)
  await eventually(() => expect(resyncs).toEqual(['']))
  expect(ctx.logged.join('')).toContain('signals.lost')
  await ctx.signals.publish(ctx, 'pages', 'after')
  await eventually(() => expect(heard).toEqual(['before', 'after']))
})

onPostgres('PostgreSQL: a connection that fell silent is noticed and made anew', async () => {
  const ctx = await createTestCtx()
  const url = new URL((await variablesOf(ctx.engine))['DATABASE_URL'] ?? '')
  const line = await startFaultyLine(Number(url.port || 5432))
  url.port = `${line.port}`
  const signals = await createPostgresSignals(url.href, ctx.log, { every: 600, within: 500 })
  const [resyncs, heard] = [hear(signals, RESYNC), hear(signals, 'pages')]
  await roundTrip(ctx, signals)
  line.fallSilent()
  await ctx.signals.publish(ctx, 'pages', 'unheard')
  await eventually(() => expect(resyncs).toEqual(['']))
  await ctx.signals.publish(ctx, 'pages', 'after')
  await eventually(() => expect(heard).toEqual(['after']))
  await signals.close()
  await line.close()
})

onPostgres('PostgreSQL: while it refuses, it is tried once a second, however long that is', async () => {
  const database = await createTestDatabase()
  const refusedAt: number[] = []
  const destination = new Writable({
    write(line: Buffer, _encoding, done) {
      if (line.includes('signals.unreachable')) refusedAt.push(performance.now())
      done()
    },
  })
  const log = createLog({ level: 'warn', destination })
  const signals = await createPostgresSignals(database.env.DATABASE_URL ?? '', log)
  await database.drop()
  await eventually(() => expect(refusedAt.length).toBeGreaterThanOrEqual(4))
  await signals.close()
  const gaps = refusedAt.slice(1).map((at, before) => at - (refusedAt[before] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThan(900)
})

onPostgres('PostgreSQL: closing ends the connection and opens no other', async () => {
  const ctx = await createTestCtx()
  const second = await createSecondInstance(ctx)
  const url = (await variablesOf(ctx.engine))['DATABASE_URL'] ?? ''
  await second.signals.close()
  await eventually(async () => expect(await countConnections(url, 'foyer signals')).toBe(1))
  // A connection that was wrongly reopened would exist by the time this other one has been.
  const resyncs = hear(ctx.signals, RESYNC)
  await endConnections(url, 'foyer signals')
  await eventually(() => expect(resyncs).toHaveLength(1))
  expect(await countConnections(url, 'foyer signals')).toBe(1)
})
