import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { runCommand } from '#app/process/commands.server.ts'
import { createOwner } from '#app/features/auth/create-owner.server.ts'
import { keyRow, takeSecondFactor } from '#app/features/auth/two-factor/second-factor.server.ts'
import { newTotpKey } from '#app/features/auth/two-factor/totp.server.ts'
import { findApiKey, storeApiKey } from '#app/features/ai/config/api-keys.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'
import { appCode } from '#tests/support/app-code.ts'
import { createEmptyDatabase } from '#tests/support/test-engine.ts'
import { testSecret } from '#tests/support/test-ctx.ts'

const newSecret = 'the secret after it, of 32 characters or more'

async function inRuntime<Result>(
  variables: Record<string, string>,
  work: (ctx: Awaited<ReturnType<typeof createRuntime>>['ctx']) => Promise<Result>,
): Promise<Result> {
  const { ctx, close } = await createRuntime(parseEnv({ LOG_LEVEL: 'silent', ...variables }))
  try {
    return await work(ctx)
  } finally {
    await close()
  }
}

async function storeTwoFactor(ctx: Ctx, key: string): Promise<string> {
  const member_id = await createOwner(ctx, { email: 'owner@agency.test', password: 'seven green umbrellas' })
  const sealed = ctx.vault.seal(keyRow(member_id), key)
  await ctx.db.insertInto('two_factor').values({ member_id, sealed, enabled_at: 0, last_step: 0 }).execute()
  return member_id
}

test('the rotation knows every file that seals', () => {
  const sealers = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<![.]test)[.]tsx?$/.test(name) && !name.startsWith(join('platform', 'crypto')))
    .filter((name) => readFileSync(join('app', name), 'utf8').includes('vault.seal('))
    .map((name) => name.replaceAll('\\', '/'))
  // A new one also belongs in `sealedColumns` of offline-commands.server.ts, unless it expires within the hour.
  expect(sealers.sort()).toEqual([
    'features/ai/config/api-keys.server.ts',
    'features/auth/two-factor/enrol-two-factor.server.ts',
    'features/bookings/calendars/change-feeds.server.ts',
    'features/chat/embed/identity.server.ts',
    'features/connections/change-bucket.server.ts',
    'features/connections/change-connections.server.ts',
    'features/connections/change-oauth-client.server.ts',
    'features/notices/own-notices.server.ts',
    'features/notices/push/subscriptions.server.ts',
    'features/notices/push/vapid.server.ts',
    'features/webhooks/sign.server.ts',
    'platform/email/render-email.server.ts',
    'platform/oauth/oauth-consent.server.ts',
    'platform/oauth/oauth-tokens.server.ts',
    'platform/oauth/revoke-access.job.server.ts',
  ])
})

test('after a rotation the new secret opens what the former one sealed, and the former one no more', async () => {
  const { variables } = await createEmptyDatabase()
  const env = { NODE_ENV: 'test', ...variables, APP_SECRET: testSecret }
  const key = await newTotpKey()
  const memberId = await inRuntime(env, async (ctx) => {
    await storeApiKey(ctx, 'openai', { key: 'sk-a-key', baseUrl: null })
    return storeTwoFactor(ctx, key)
  })
  const lines = await runCommand({ ...env, NEW_APP_SECRET: newSecret }, 'secret:rotate', [])
  expect(lines.join('\n')).toContain('Encrypted 2 stored keys')
  const rotated = { ...env, APP_SECRET: newSecret }
  expect(await inRuntime(rotated, (ctx) => findApiKey(ctx, 'openai'))).toMatchObject({ key: 'sk-a-key' })
  expect(
    await inRuntime(rotated, (ctx) => takeSecondFactor(ctx, memberId, appCode(key, ctx.clock.now()))),
  ).toBe('totp')
  expect(await inRuntime(env, (ctx) => findApiKey(ctx, 'openai'))).toBeNull()
  // Rotating again must change nothing, because a rotation may have been interrupted.
  await runCommand({ ...env, NEW_APP_SECRET: newSecret }, 'secret:rotate', [])
  expect(await inRuntime(rotated, (ctx) => findApiKey(ctx, 'openai'))).toMatchObject({ key: 'sk-a-key' })
})

test('a short, an unchanged and a missing secret are refused', async () => {
  const { variables } = await createEmptyDatabase()
  const env = { NODE_ENV: 'test', ...variables, APP_SECRET: testSecret }
  for (const NEW_APP_SECRET of ['', 'short', testSecret])
    await expect(runCommand({ ...env, NEW_APP_SECRET }, 'secret:rotate', [])).rejects.toThrow(
      'Set NEW_APP_SECRET',
    )
})

test('a generated secret is replaced by another, and kept for older backups', async () => {
  const { variables } = await createEmptyDatabase()
  if (variables.DATABASE_URL) return
  const env = { NODE_ENV: 'test', ...variables }
  await inRuntime(env, (ctx) => storeApiKey(ctx, 'openai', { key: 'sk-a-key', baseUrl: null }))
  const former = readFileSync(join(env.DATA_DIR, 'secret'), 'utf8')
  await runCommand(env, 'secret:rotate', [])
  expect(readFileSync(join(env.DATA_DIR, 'secret'), 'utf8')).not.toBe(former)
  const kept = readdirSync(env.DATA_DIR).find((name) => name.startsWith('secret.until-')) ?? ''
  expect(readFileSync(join(env.DATA_DIR, kept), 'utf8')).toBe(former)
  expect(await inRuntime(env, (ctx) => findApiKey(ctx, 'openai'))).toMatchObject({ key: 'sk-a-key' })
})
