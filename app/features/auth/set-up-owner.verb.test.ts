import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import { createSigner } from '#app/platform/crypto/signer.server.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { findActor } from './session.server.ts'
import { isSetupCode, setupCode, setUpOwner } from './set-up-owner.server.ts'

const password = 'kettle orbit mango'

/** Submits the completed form of the first run. */
function setUp(ctx: TestCtx, fields: Record<string, string> = {}, clientAddress = '203.0.113.7') {
  const filledIn = { code: setupCode(ctx), email: 'boss@agency.dev', password, confirmPassword: password }
  return setUpOwner(ctx, { fields: { ...filledIn, ...fields }, clientAddress, userAgent: 'Firefox/140.0' })
}

async function countOwners(ctx: TestCtx): Promise<number> {
  return (await ctx.db.selectFrom('member').select('id').execute()).length
}

test('whoever holds the code becomes the owner and is signed in', async () => {
  const ctx = await createTestCtx()
  const token = await setUp(ctx)
  expect(await findActor(ctx, token)).toMatchObject({ email: 'boss@agency.dev' })
})

test('the site’s time zone is that of the owner’s browser, if it is one', async () => {
  for (const [timeZone, expected] of [
    ['Europe/Berlin', 'Europe/Berlin'],
    // As some browsers call it.
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['Mars/Olympus', 'UTC'],
    ['', 'UTC'],
  ] as const) {
    const ctx = await createTestCtx()
    await setUp(ctx, { timeZone })
    expect((await ctx.site(ctx)).timeZone).toBe(expected)
  }
})

test('the code is read however it is typed', async () => {
  const ctx = await createTestCtx()
  const code = setupCode(ctx).toLowerCase().replaceAll('-', ' ')
  await setUp(ctx, { code: ` ${code} ` })
  expect(await countOwners(ctx)).toBe(1)
})

test('the code is the same after a restart, and another with another secret', async () => {
  const [one, other] = [await createTestCtx(), await createTestCtx()]
  expect(setupCode(one)).toBe(setupCode(other))
  expect(setupCode(one)).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/)
  const foreign = { signer: { ...one.signer, sign: () => 'x'.repeat(43) } }
  expect(setupCode(foreign)).not.toBe(setupCode(one))
})

test.each(['', '0000-0000-0000', 'AAAA-BBBB-CCCC-DDDD', 'ÄÖÜß'])(
  'the wrong code %j is refused by its field, and nothing else is looked at',
  async (code) => {
    const ctx = await createTestCtx()
    await expect(setUp(ctx, { code, password: 'weak' })).rejects.toMatchObject({
      fields: { code: expect.stringContaining('not the code') },
    })
    expect(await countOwners(ctx)).toBe(0)
  },
)

test('two passwords that differ are refused', async () => {
  const ctx = await createTestCtx()
  await expect(setUp(ctx, { confirmPassword: `${password}!` })).rejects.toMatchObject({
    fields: { confirmPassword: 'The two passwords are not the same.' },
  })
  expect(await countOwners(ctx)).toBe(0)
})

test('a weak password and a wrong address are refused by their fields', async () => {
  const ctx = await createTestCtx()
  const weak = { password: 'password1234', confirmPassword: 'password1234' }
  await expect(setUp(ctx, weak)).rejects.toHaveProperty('fields.password')
  await expect(setUp(ctx, { email: 'boss' })).rejects.toHaveProperty('fields.email')
  expect(await countOwners(ctx)).toBe(0)
})

test('with an owner the right code is worth nothing', async () => {
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  await expect(setUp(ctx)).rejects.toMatchObject({ code: 'conflict' })
  expect(await countOwners(ctx)).toBe(1)
  expect(await ctx.db.selectFrom('session').selectAll().execute()).toEqual([])
})

test('ten tries from an address, then it has to wait even with the right code', async () => {
  const ctx = await createTestCtx()
  for (let n = 0; n < 10; n += 1) await expect(setUp(ctx, { code: 'wrong' })).rejects.toHaveProperty('fields')
  await expect(setUp(ctx)).rejects.toMatchObject({ code: 'too-many', retryAfter: 900 })
  expect(await countOwners(ctx)).toBe(0)
  const entries = await ctx.db.selectFrom('audit_entry').select(['kind', 'actor', 'times']).execute()
  expect(entries).toEqual([{ kind: 'owner.set_up_failed', actor: 'stranger', times: 10 }])
  ctx.clock.advance(15 * MINUTE)
  await setUp(ctx)
})

test('the tries of one address do not lock out another', async () => {
  const ctx = await createTestCtx()
  for (let n = 0; n < 11; n += 1) await setUp(ctx, { code: 'wrong' }).catch(() => {})
  await setUp(ctx, {}, '203.0.113.8')
  expect(await countOwners(ctx)).toBe(1)
})

const testSecret = 'a secret for tests, of 32 characters or more'
const ctx = { signer: createSigner(testSecret) }
const code = setupCode(ctx)

test('three groups of four, without letters that are read for others', () => {
  for (let n = 0; n < 50; n += 1)
    expect(setupCode({ signer: createSigner(`${testSecret}${n}`) })).toMatch(
      /^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/,
    )
})

test('every start with the same secret prints the same code, another secret another', () => {
  const other = { signer: createSigner(`${testSecret}!`) }
  expect(setupCode({ signer: createSigner(testSecret) })).toBe(code)
  expect(setupCode(other)).not.toBe(code)
  expect(isSetupCode(other, code)).toBe(false)
})

test('hyphens, spaces and case are the reader’s business', () => {
  const bare = code.replaceAll('-', '')
  for (const typed of [code, bare, code.toLowerCase(), ` ${bare.slice(0, 6)} – ${bare.slice(6)}\n`])
    expect(isSetupCode(ctx, typed), typed).toBe(true)
})

test('anything else is refused', () => {
  const last = code.endsWith('2') ? '3' : '2'
  const wrong = ['', '-', code.slice(1), `${code}2`, `${code.slice(0, -1)}${last}`, code.slice(0, -1)]
  for (const typed of wrong) expect(isSetupCode(ctx, typed), typed).toBe(false)
})
