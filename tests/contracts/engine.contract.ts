import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Db, Engine } from '#app/platform/db/engine.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { afterCommit, withTransaction } from '#app/platform/db/transaction.server.ts'
import { createEmptyDatabase, createTestEngine } from '#tests/support/test-engine.ts'
import { testEngine } from '#tests/support/test-database.ts'

const onPostgres = test.skipIf(testEngine === 'sqlite')

type HasDb = { db: Db }

async function store({ db }: HasDb, key: string, value = '1'): Promise<void> {
  await db.insertInto('setting').values({ key, value, updated_at: 0 }).execute()
}

async function keysIn({ db }: HasDb): Promise<string[]> {
  const rows = await db.selectFrom('setting').select('key').orderBy('key').execute()
  return rows.map((row) => row.key)
}

test('a transaction commits what its work wrote and gives back its result', async () => {
  const root = await createTestEngine()
  const result = await withTransaction(root, async (ctx) => {
    await store(ctx, 'a')
    await store(ctx, 'b')
    return keysIn(ctx)
  })
  expect(result).toEqual(['a', 'b'])
  expect(await keysIn(root)).toEqual(['a', 'b'])
})

test('a transaction whose work fails leaves nothing and passes the error on as it was', async () => {
  const root = await createTestEngine()
  const fault = new Error('away')
  const failing = withTransaction(root, async (ctx) => {
    await store(ctx, 'a')
    throw fault
  })
  await expect(failing).rejects.toBe(fault)
  expect(await keysIn(root)).toEqual([])
})

test('a statement that the database refuses takes back what came before it', async () => {
  const root = await createTestEngine()
  const failing = withTransaction(root, async (ctx) => {
    await store(ctx, 'a')
    await store(ctx, 'a')
  })
  await expect(failing).rejects.toThrow(/unique/i)
  expect(await keysIn(root)).toEqual([])
})

test('a transaction within another joins it and commits with it', async () => {
  const root = await createTestEngine()
  await withTransaction(root, async (outer) => {
    await store(outer, 'outer')
    await withTransaction(outer, async (inner) => {
      expect(inner.db).toBe(outer.db)
      await store(inner, 'inner')
    })
  })
  expect(await keysIn(root)).toEqual(['inner', 'outer'])
})

test('a fault of the inner transaction takes back what the outer wrote', async () => {
  const root = await createTestEngine()
  const failing = withTransaction(root, async (outer) => {
    await store(outer, 'outer')
    await withTransaction(outer, async (inner) => {
      await store(inner, 'inner')
      throw new Error('inner')
    })
  })
  await expect(failing).rejects.toThrow('inner')
  expect(await keysIn(root)).toEqual([])
})

test('a fault of the outer transaction takes back what the inner wrote', async () => {
  const root = await createTestEngine()
  const failing = withTransaction(root, async (outer) => {
    await withTransaction(outer, (inner) => store(inner, 'inner'))
    throw new Error('outer')
  })
  await expect(failing).rejects.toThrow('outer')
  expect(await keysIn(root)).toEqual([])
})

test('when one of two concurrent transactions fails, the other is unaffected', async () => {
  const root = await createTestEngine()
  const [failed, done] = await Promise.allSettled([
    withTransaction(root, async (ctx) => {
      await store(ctx, 'failed')
      throw new Error('failed')
    }),
    withTransaction(root, async (ctx) => {
      await store(ctx, 'done')
      await store(ctx, 'done too')
    }),
  ])
  expect([failed.status, done.status]).toEqual(['rejected', 'fulfilled'])
  expect(await keysIn(root)).toEqual(['done', 'done too'])
})

test('afterCommit runs once the outermost transaction is durable, in the order it was asked', async () => {
  const root = await createTestEngine()
  const ran: string[] = []
  let seen: Promise<string[]> | undefined
  await withTransaction(root, async (outer) => {
    afterCommit(outer, () => ran.push('first'))
    await withTransaction(outer, async (inner) => {
      await store(inner, 'inner')
      afterCommit(inner, () => {
        ran.push('second')
        seen = keysIn(root)
      })
    })
    await store(outer, 'outer')
    expect(ran).toEqual([])
  })
  expect(ran).toEqual(['first', 'second'])
  expect(await seen).toEqual(['inner', 'outer'])
})

test('afterCommit never runs when the outermost transaction fails', async () => {
  const root = await createTestEngine()
  const ran: string[] = []
  const failing = withTransaction(root, async (outer) => {
    await withTransaction(outer, async (inner) => afterCommit(inner, () => ran.push('inner')))
    throw new Error('outer')
  })
  await expect(failing).rejects.toThrow('outer')
  await withTransaction(root, (ctx) => store(ctx, 'later'))
  expect(ran).toEqual([])
})

test('afterCommit outside a transaction runs at once', async () => {
  const root = await createTestEngine()
  const ran: string[] = []
  afterCommit(root, () => ran.push('now'))
  expect(ran).toEqual(['now'])
})

const misuses: [name: string, misuse: (root: Engine) => Promise<unknown>][] = [
  ['reads', (root) => keysIn(root)],
  ['writes', (root) => store(root, 'escaped')],
  ['opens another transaction', (root) => withTransaction(root, async (ctx) => store(ctx, 'escaped'))],
  ['pings', (root) => root.ping()],
]

test.each(misuses)(
  'the root handle that %s inside a transaction is refused at once',
  async (_name, misuse) => {
    const root = await createTestEngine()
    const failing = withTransaction(root, async (ctx) => {
      await store(ctx, 'inside')
      await misuse(root)
    })
    await expect(failing).rejects.toThrow('root database handle was used inside a transaction')
    expect(await keysIn(root)).toEqual([])
  },
)

test('the root handle is refused to what the transaction started without waiting for it', async () => {
  const root = await createTestEngine()
  let stray: Promise<unknown> | undefined
  await withTransaction(root, async (ctx) => {
    stray = Promise.allSettled([store(root, 'stray')])
    await store(ctx, 'inside')
  })
  expect(await stray).toMatchObject([{ status: 'rejected' }])
  expect(await keysIn(root)).toEqual(['inside'])
})

test('others use the root handle while a transaction is open', async () => {
  const root = await createTestEngine()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const transaction = withTransaction(root, async (ctx) => {
    await store(ctx, 'inside')
    begin()
    await mayEnd
  })
  await begun
  const outside = store(root, 'outside')
  end()
  await Promise.all([transaction, outside])
  expect(await keysIn(root)).toEqual(['inside', 'outside'])
})

test('counts, sums and 64-bit integers come back as numbers', async () => {
  const root = await createTestEngine()
  const moment = Date.UTC(2286, 10, 20, 17, 46, 40)
  for (const key of ['a', 'b'])
    await root.db.insertInto('setting').values({ key, value: '1', updated_at: moment }).execute()
  const row = await root.db
    .selectFrom('setting')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('key').distinct().as('distinct'),
      fn.sum<number>('updated_at').as('sum'),
      fn.avg<number>('updated_at').as('average'),
      fn.max('updated_at').as('latest'),
      sql<number>`cast(9007199254740991 as bigint)`.as('largest'),
    ])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    all: 2,
    distinct: 2,
    sum: 2 * moment,
    average: moment,
    latest: moment,
    largest: Number.MAX_SAFE_INTEGER,
  })
})

test('text comes back as it went in', async () => {
  const root = await createTestEngine()
  const value = 'Grüße, 你好 👋🏽\r\n\t\'"\\%_ e\u0301 \u0001\u2028'
  await store(root, 'text', value)
  expect(await root.db.selectFrom('setting').select('value').execute()).toEqual([{ value }])
})

test('a row that points to nothing is refused, and what points to a deleted row goes with it', async () => {
  const root = await createTestEngine()
  const session = { created_at: 0, last_seen_at: 0, device: '' }
  const orphan = { ...session, id: 's', member_id: 'nobody', token_hash: 'h' }
  await expect(root.db.insertInto('session').values(orphan).execute()).rejects.toThrow(/foreign key/i)
  const owner = {
    id: 'o',
    email: 'o@agency.test',
    name: '',
    role: 'owner',
    password_hash: '',
    created_at: 0,
    password_changed_at: 0,
  } as const
  await root.db.insertInto('member').values(owner).execute()
  await root.db
    .insertInto('session')
    .values({ ...orphan, member_id: 'o' })
    .execute()
  await root.db.deleteFrom('member').execute()
  expect(await root.db.selectFrom('session').selectAll().execute()).toEqual([])
})

/** Reads, yields to the event loop, and writes; without the lock, concurrent calls would lose an addition. */
async function addOne(root: Engine): Promise<void> {
  await withTransaction(root, async ({ db }) => {
    await root.lockUntilCommit(db, 'counter')
    const { value } = await db
      .selectFrom('setting')
      .select('value')
      .where('key', '=', 'counter')
      .executeTakeFirstOrThrow()
    await new Promise(setImmediate)
    await db
      .updateTable('setting')
      .set({ value: String(Number(value) + 1) })
      .where('key', '=', 'counter')
      .execute()
  })
}

test('lockUntilCommit lets in one at a time', async () => {
  const root = await createTestEngine()
  await store(root, 'counter', '0')
  await Promise.all(Array.from({ length: 12 }, () => addOne(root)))
  expect(await root.db.selectFrom('setting').select('value').execute()).toEqual([{ value: '12' }])
})

test('lockUntilCommit is released by a failing transaction, for other processes too', async () => {
  const database = await createEmptyDatabase()
  const [root, other] = [await database.open(), await database.open()]
  await migrate(root)
  await store(root, 'counter', '0')
  const failing = withTransaction(root, async ({ db }) => {
    await root.lockUntilCommit(db, 'counter')
    throw new Error('away')
  })
  await expect(failing).rejects.toThrow('away')
  await addOne(other)
  expect(await root.db.selectFrom('setting').select('value').execute()).toEqual([{ value: '1' }])
})

onPostgres('on PostgreSQL lockUntilCommit holds against other processes, each name for itself', async () => {
  const database = await createEmptyDatabase()
  const [one, other] = [await database.open(), await database.open()]
  await withTransaction(one, async (ctx) => {
    await one.lockUntilCommit(ctx.db, 'mine')
    await one.lockUntilCommit(ctx.db, 'mine')
  })
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const order: string[] = []
  const first = withTransaction(one, async (ctx) => {
    await one.lockUntilCommit(ctx.db, 'mine')
    hold()
    await mayEnd
    order.push('first')
  })
  await held
  const second = withTransaction(other, async (ctx) => {
    await other.lockUntilCommit(ctx.db, 'mine')
    order.push('second')
  })
  await withTransaction(other, (ctx) => other.lockUntilCommit(ctx.db, 'another'))
  end()
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second'])
})

test('ping is answered while every connection is taken', async () => {
  const root = await createTestEngine()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const busy = Array.from({ length: 12 }, () => root.db.connection().execute(() => mayEnd))
  await root.ping()
  end()
  await Promise.all(busy)
})

onPostgres('a statement that waits too long for a lock is refused with a sentence', async () => {
  const root = await createTestEngine()
  await store(root, 'a')
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const first = withTransaction(root, async (ctx) => {
    await ctx.db.updateTable('setting').set({ value: '2' }).execute()
    hold()
    await mayEnd
  })
  await held
  const second = withTransaction(root, async (ctx) => {
    await root.lockUntilCommit(ctx.db, 'mine', { wait: 10, idle: 1000 })
    await ctx.db.updateTable('setting').set({ value: '3' }).execute()
  })
  await expect(second).rejects.toMatchObject({ code: 'unavailable', retryAfter: expect.any(Number) })
  end()
  await first
})

onPostgres('a transaction whose process does nothing is ended by the server, and others go on', async () => {
  const root = await createTestEngine()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const idle = withTransaction(root, async (ctx) => {
    await root.lockUntilCommit(ctx.db, 'mine', { wait: 1000, idle: 20 })
    hold()
    await mayEnd
    await store(ctx, 'late')
  })
  await held
  await withTransaction(root, (ctx) => root.lockUntilCommit(ctx.db, 'mine', { wait: 5000, idle: 1000 }))
  end()
  await expect(idle).rejects.toMatchObject({ code: 'unavailable' })
  expect(await keysIn(root)).toEqual([])
})

test('ping and the check of integrity succeed on a sound database and fail on a closed one', async () => {
  const root = await createTestEngine()
  await root.ping()
  await root.checkIntegrity()
  await root.close()
  await expect(root.ping()).rejects.toThrow()
  await expect(root.checkIntegrity()).rejects.toThrow()
})
