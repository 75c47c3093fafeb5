import { expect, test } from 'vitest'

import { findApiKey } from '#app/features/ai/config/api-keys.server.ts'
import { findActor } from '#app/features/auth/session.server.ts'
import { signIn } from '#app/features/auth/sign-in.server.ts'
import { completeSignIn } from '#app/features/auth/two-factor/complete-sign-in.server.ts'
import { publishScheduledPost } from '#app/features/blog/publish-scheduled-post.job.server.ts'
import { DAY, HOUR, MINUTE } from '#app/platform/clock.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { derivedTables } from '#app/platform/db/tables/stored-tables.ts'
import { sendEmail } from '#app/platform/email/send-email.job.server.ts'
import { runCommand } from '#app/process/commands.server.ts'
import { jobMap } from '#tests/factories/job.ts'
import { appCode } from '#tests/support/app-code.ts'
import { definedSettings } from '#tests/support/defined-settings.ts'
import { changedByRestore, emptyInstallation, openIts } from '#tests/support/installation.ts'
import {
  backupOf,
  createOldDatabase,
  knownOf,
  oldVersions,
  readAllRows,
  type OldVersion,
} from '#tests/support/old-database.ts'
import { testOwner } from '#tests/support/owner-of-tests.ts'
import { testKey } from '#tests/support/test-ai-provider.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'
import { findLostRows } from '#tests/support/upgraded-tables.ts'

/** Opens the database with today's code, a minute after the old version left it. */
async function upgrade(version: OldVersion) {
  const { variables } = await createOldDatabase(version)
  const known = knownOf(version)
  const { mail, server } = await createTestSmtp()
  const ctx = await createTestCtx({ mail, env: variables })
  ctx.clock.advance(known.madeAt + MINUTE - ctx.clock.now())
  return { ctx, known, server }
}

test.each(oldVersions)('%s: every row is there with its values', async (version) => {
  const engine = await (await createOldDatabase(version)).open()
  const old = await readAllRows(engine)
  expect((await migrate(engine)).length).toBeGreaterThan(0)
  expect(findLostRows(old, await readAllRows(engine))).toEqual([])
})

test.each(oldVersions)('%s: every stored setting is read as it was saved', async (version) => {
  const { ctx } = await upgrade(version)
  const rows = await ctx.db.selectFrom('setting').select(['key', 'value']).execute()
  const settings = new Map(Object.values((await definedSettings()).settings).map((each) => [each.key, each]))
  expect(rows.map(({ key }) => key).filter((key) => !settings.has(key))).toEqual([])
  for (const { key, value } of rows) {
    const stored: unknown = JSON.parse(value)
    const setting = settings.get(key)
    expect(() => setting?.parse(stored), `${version}: ${key}`).not.toThrow()
    const read: unknown = await setting?.read(ctx)
    if (typeof stored === 'object' && stored !== null && !Array.isArray(stored))
      expect(read, key).toMatchObject(stored)
    else expect(read, key).toEqual(stored)
  }
})

test.each(oldVersions)('%s: the owner is signed in, and signs in anew; keys open', async (version) => {
  const { ctx, known } = await upgrade(version)
  expect(await findActor(ctx, known.session)).toMatchObject({ email: testOwner.email, role: 'owner' })
  const { kind, token } = await signIn(ctx, {
    fields: testOwner,
    clientAddress: '192.0.2.1',
    userAgent: null,
  })
  expect(kind).toBe('challenge')
  const code = appCode(known.twoFactorKey, ctx.clock.now())
  const session = await completeSignIn(ctx, { challenge: token, code, userAgent: null })
  expect(await findActor(ctx, session)).toMatchObject({ email: testOwner.email, role: 'owner' })
  expect(await findApiKey(ctx, 'openai')).toMatchObject({ key: testKey })
})

test.each(oldVersions)('%s: waiting mails wait, and are sent once', async (version) => {
  const { ctx, server } = await upgrade(version)
  const waiting = await ctx.db.selectFrom('email').select('id').where('state', '=', 'waiting').execute()
  expect(waiting.length).toBeGreaterThan(1)
  ctx.clock.advance(HOUR)
  const jobs = jobMap(sendEmail)
  await startTestWorker(ctx, jobs).whenIdle()
  await startTestWorker(ctx, jobs).whenIdle()
  const arrived = server.arrived.flatMap(({ headers }) =>
    headers.filter(([name]) => name === 'message-id').map(([, id]) => String(/<([^@]+)@/.exec(id)?.[1])),
  )
  expect(arrived.toSorted()).toEqual(waiting.map(({ id }) => id).toSorted())
})

test.each(oldVersions)(
  '%s: a draft stays one, and a scheduled post is published in its time',
  async (version) => {
    const { ctx } = await upgrade(version)
    const publishedOf = async (slug: string) => {
      const post = ctx.db.selectFrom('blog_post').select('published_at').where('slug', '=', slug)
      return (await post.executeTakeFirstOrThrow()).published_at
    }
    const worker = startTestWorker(ctx, jobMap(publishScheduledPost))
    await worker.whenIdle()
    expect([await publishedOf('in-the-making'), await publishedOf('for-later')]).toEqual([null, null])
    const due = Date.UTC(2036, 0, 2, 10)
    ctx.clock.advance(due + DAY - ctx.clock.now())
    await startTestWorker(ctx, jobMap(publishScheduledPost)).whenIdle()
    expect([await publishedOf('in-the-making'), await publishedOf('for-later')]).toEqual([null, due + DAY])
  },
)

test.each(oldVersions)(
  '%s: its backup is restored with its rows, and the owner signs in',
  async (version) => {
    const installation = await emptyInstallation()
    await runCommand({ ...installation, LOG_LEVEL: 'silent' }, 'restore', [backupOf(version)])
    const old = await readAllRows(await (await createOldDatabase(version)).open())
    for (const table of [...changedByRestore, ...derivedTables]) old.delete(table)
    expect(findLostRows(old, await readAllRows(await openIts(installation)))).toEqual([])
    const ctx = await createTestCtx({ env: installation })
    const attempt = { fields: testOwner, clientAddress: '192.0.2.1', userAgent: null }
    expect((await signIn(ctx, attempt)).kind).toBe('challenge')
  },
)
