import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { jobs } from '#app/process/jobs.server.ts'
import { previewEmail } from '#app/features/admin/outbox/read-emails.server.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { createTwoFactorOwner } from '#tests/factories/two-factor.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { resetOwner } from '../reset-owner.server.ts'
import { createSession, findActor } from '../session.server.ts'
import { signIn } from '../sign-in.server.ts'

import { accountKey, createReset, RESET_LASTS, sendPasswordReset } from './send-password-reset.job.server.ts'
import { isResetOpen, requestReset, resetPassword } from './reset-password.server.ts'

const next = 'seven geese on a gate'
const clientAddress = '203.0.113.7'

function ask(ctx: Ctx, email: string, from = clientAddress) {
  return requestReset(ctx, { fields: { email }, clientAddress: from })
}

function use(ctx: Ctx, token: string, newPassword = next, confirmPassword = newPassword) {
  return resetPassword(ctx, { fields: { token, newPassword, confirmPassword }, clientAddress })
}

function signInWith(ctx: TestCtx, email: string, password: string) {
  return signIn(ctx, { fields: { email, password }, clientAddress, userAgent: null })
}

/** Creates a context with a mail server and a worker, and a way to read the link that was mailed last. */
async function createPost() {
  const { server, mail } = await createTestSmtp()
  const ctx = await createTestCtx({ mail })
  const worker = startTestWorker(ctx, jobs)
  return {
    ctx,
    server,
    async deliver() {
      ctx.clock.advance(2 * SECOND)
      await worker.whenIdle()
    },
    linkedToken: () => /reset-password\?token=([\w-]{43})/.exec(server.arrived.at(-1)?.text ?? '')?.[1] ?? '',
  }
}

test('from the typed address to the new password: a link, used once, and a mail after it', async () => {
  const { ctx, server, deliver, linkedToken } = await createPost()
  const { id, email, password } = await createTestOwner(ctx)
  const session = await createSession(ctx, { id, userAgent: null })
  await ask(ctx, ` ${email.toUpperCase()} `)
  expect(server.arrived).toEqual([])
  await deliver()
  expect(server.arrived).toMatchObject([
    { envelope: { to: [email] }, subject: 'Set a new password · Lumivox' },
  ])
  expect(server.arrived[0]?.text).toContain('http://localhost:3000/admin/reset-password?token=')
  const token = linkedToken()
  expect(await isResetOpen(ctx, token)).toBe(true)
  await use(ctx, token)
  expect(await findActor(ctx, session)).toBeNull()
  await expect(signInWith(ctx, email, password)).rejects.toHaveProperty('code')
  await signInWith(ctx, email, next)
  await deliver()
  expect(server.arrived[1]).toMatchObject({
    envelope: { to: [email] },
    subject: 'Your password was reset · Lumivox',
  })
  expect(await isResetOpen(ctx, token)).toBe(false)
  await expect(use(ctx, token, 'eight geese on a gate')).rejects.toMatchObject({ code: 'expired' })
})

test('a link gives nothing to a member who was removed', async () => {
  const ctx = await createTestCtx()
  const { id } = await createTestOwner(ctx)
  const token = assertDefined(await createReset(ctx, id, 'reset'), 'it is the first')
  expect(await isResetOpen(ctx, token)).toBe(true)
  await ctx.db.updateTable('member').set({ removed_at: ctx.clock.now() }).execute()
  await expect(use(ctx, token)).rejects.toMatchObject({ code: 'expired' })
})

test('for a known and an unknown address the same is done: the same statements, one job of the same form', async () => {
  const { ctx, server, deliver } = await createPost()
  const { email } = await createTestOwner(ctx)
  const done = async (address: string) => {
    const statements: string[] = []
    const db = ctx.db.withPlugin({
      transformQuery({ node }) {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const outcome = await ask({ ...ctx, db }, address)
    const queued = await ctx.db
      .selectFrom('job')
      .select(['name', 'payload', 'run_at'])
      .orderBy('id')
      .execute()
    const last = queued.at(-1)
    return {
      outcome,
      statements,
      jobs: queued.length,
      payload: last?.payload.replaceAll(/"[^"]{36,43}"/g, '"…"'),
      at: last?.run_at,
    }
  }
  const known = await done(email)
  expect(known.statements).not.toEqual([])
  expect(await done('stranger@agency.test')).toEqual({ ...known, jobs: 2 })
  const log = ctx.db.selectFrom('audit_entry').selectAll()
  const asked = await log.where('kind', '=', 'owner.reset_asked').execute()
  expect(asked.map(({ actor }) => actor)).toEqual(['stranger', 'stranger'])
  const stored = JSON.stringify([asked, await ctx.db.selectFrom('job').selectAll().execute()])
  expect(stored).not.toContain('stranger@')
  await deliver()
  expect(server.arrived.map(({ envelope }) => envelope.to)).toEqual([[email]])
})

test('without a mail server nothing is promised', async () => {
  const ctx = await createTestCtx()
  const { email } = await createTestOwner(ctx)
  await expect(ask(ctx, email)).rejects.toMatchObject({ code: 'conflict' })
  expect(await ctx.db.selectFrom('job').select('id').execute()).toEqual([])
})

test.each(['', 'nobody', 'a@agency.dev\r\nBcc: b@agency.dev'])(
  'the address %j is refused by its field',
  async (email) => {
    const { ctx } = await createPost()
    await expect(ask(ctx, email)).rejects.toHaveProperty('fields.email')
  },
)

test('three links in a quarter of an hour for an address, known or not; ten an hour from one place', async () => {
  const { ctx } = await createPost()
  const { email } = await createTestOwner(ctx)
  for (const address of [email, 'stranger@agency.test']) {
    for (let n = 0; n < 3; n += 1) await ask(ctx, address, `198.51.100.${n}`)
    await expect(ask(ctx, address.toUpperCase(), '198.51.100.9')).rejects.toMatchObject({
      code: 'too-many',
      retryAfter: 900,
    })
  }
  for (let n = 0; n < 10; n += 1) await ask(ctx, `a${n}@agency.test`)
  await expect(ask(ctx, 'a11@agency.test')).rejects.toMatchObject({ code: 'too-many', retryAfter: 3600 })
})

test('a link works for an hour, and its hash alone is stored', async () => {
  const ctx = await createTestCtx()
  const { id } = await createTestOwner(ctx)
  const token = assertDefined(await createReset(ctx, id, 'one'), 'the test has made it')
  const { token_hash } = await ctx.db
    .selectFrom('password_reset')
    .select('token_hash')
    .executeTakeFirstOrThrow()
  for (const other of ['', 'unknown', token_hash, token.toLowerCase(), `${token} `])
    await expect(use(ctx, other), other).rejects.toMatchObject({ code: 'expired' })
  ctx.clock.advance(HOUR - 1)
  expect(await isResetOpen(ctx, token)).toBe(true)
  ctx.clock.advance(1)
  expect(RESET_LASTS).toBe(HOUR)
  await expect(use(ctx, token)).rejects.toMatchObject({ code: 'expired' })
})

test('a password that will not do leaves the link as it is', async () => {
  const ctx = await createTestCtx()
  const { id } = await createTestOwner(ctx)
  const token = assertDefined(await createReset(ctx, id, 'one'), 'the test has made it')
  await expect(use(ctx, token, 'password1234')).rejects.toHaveProperty('fields.newPassword')
  await expect(use(ctx, token, next, 'another')).rejects.toHaveProperty('fields.confirmPassword')
  await use(ctx, token)
})

test('of several concurrent uses of a link one succeeds', async () => {
  const ctx = await createTestCtx()
  const { id } = await createTestOwner(ctx)
  const token = assertDefined(await createReset(ctx, id, 'one'), 'the test has made it')
  const outcomes = await Promise.allSettled([use(ctx, token), use(ctx, token), use(ctx, token)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('using one link voids the others, and two-factor sign-in stays on', async () => {
  const ctx = await createTestCtx()
  const { id, email } = await createTwoFactorOwner(ctx)
  const [one = '', two = ''] = [await createReset(ctx, id, 'one'), await createReset(ctx, id, 'two')].map(
    (made) => made ?? '',
  )
  await use(ctx, two)
  expect(await isResetOpen(ctx, one)).toBe(false)
  expect(await signInWith(ctx, email, next)).toMatchObject({ kind: 'challenge' })
})

test('twenty tries with links from one place, then it has to wait', async () => {
  const ctx = await createTestCtx()
  for (let n = 0; n < 20; n += 1) await expect(use(ctx, 'guess')).rejects.toMatchObject({ code: 'expired' })
  await expect(use(ctx, 'guess')).rejects.toMatchObject({ code: 'too-many' })
  const entries = await ctx.db.selectFrom('audit_entry').select(['kind', 'actor', 'times']).execute()
  expect(entries).toEqual([{ kind: 'owner.reset_failed', actor: 'stranger', times: 20 }])
  ctx.clock.advance(15 * MINUTE)
  await expect(use(ctx, 'guess')).rejects.toMatchObject({ code: 'expired' })
})

test('a job that runs twice mails one link; the database and the outbox do not hold it', async () => {
  const { ctx, server, deliver, linkedToken } = await createPost()
  const { email } = await createTestOwner(ctx)
  const run = { signal: new AbortController().signal }
  const payload = { id: 'reset', account: accountKey(ctx, email) }
  await sendPasswordReset.run(ctx, payload, run)
  await sendPasswordReset.run(ctx, payload, run)
  await deliver()
  expect(server.arrived).toHaveLength(1)
  const stored = JSON.stringify([
    await ctx.db.selectFrom('email').selectAll().execute(),
    await ctx.db.selectFrom('job').selectAll().execute(),
    await ctx.db.selectFrom('password_reset').selectAll().execute(),
  ])
  expect(linkedToken()).toHaveLength(43)
  expect(stored + ctx.logged.join('')).not.toContain(linkedToken())
  const { id } = await ctx.db.selectFrom('email').select('id').executeTakeFirstOrThrow()
  expect((await previewEmail(asOwner(ctx), id)).text).not.toContain('token')
})

test('the command resets the member whose address is given, and without one the first owner', async () => {
  const ctx = await createTestCtx()
  const { email } = await createTestOwner(ctx)
  const member = await createTestMember(ctx)
  await createTestMember(ctx, { email: 'gone@agency.test', removedAt: 1 })
  expect((await resetOwner(ctx)).join()).toContain(email)
  expect((await resetOwner(ctx, [member.email.toUpperCase()])).join()).toContain(member.email)
  expect(await resetOwner(ctx, ['gone@agency.test'])).toEqual([
    'There is no member with the address gone@agency.test.',
  ])
})

test('the command prints a link, voids the password and ends what was open; two-factor sign-in goes when asked', async () => {
  const ctx = await createTestCtx()
  expect((await resetOwner(ctx)).join()).toContain('There is no owner yet')
  const { email, password, token } = await createTwoFactorOwner(ctx)
  const printed = (await resetOwner(ctx)).join('\n')
  expect(printed).toContain(email)
  expect(printed).toContain('still on')
  expect(await findActor(ctx, token)).toBeNull()
  await expect(signInWith(ctx, email, password)).rejects.toHaveProperty('code')
  const [, link = ''] = /token=([\w-]{43})/.exec((await resetOwner(ctx, ['--two-factor'])).join('\n')) ?? []
  await use(ctx, link)
  expect(await signInWith(ctx, email, next)).toMatchObject({ kind: 'session' })
  expect((await resetOwner(ctx, ['--two-factor'])).join('\n')).toContain('was off')
})
