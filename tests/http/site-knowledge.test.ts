import { expect, test } from 'vitest'

import { searchPassages } from '#app/features/knowledge/search/search-passages.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { signInByHttp, testOwner } from '#tests/support/server-under-test.ts'
import { testSecret } from '#tests/support/test-ctx.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

test('what the site says is known from the first start, and follows it as posts come and go', async () => {
  const database = await createTestDatabase()
  const env = { APP_SECRET: testSecret, LOG_LEVEL: 'error', ...database.env }
  const server = await startAppServer({
    ...env,
    ADMIN_EMAIL: testOwner.email,
    ADMIN_PASSWORD: testOwner.password,
  })
  const { ctx, close } = await createRuntime(parseEnv(env))
  const addressOf = async (query: string) => (await searchPassages(ctx, { query }))[0]?.address

  await eventually(async () => {
    expect(await addressOf('How long does an AI voice agent take to go live?')).toBe(
      '/services/ai-voice-agents',
    )
    expect(await addressOf('What does your privacy policy say of cookies?')).toBe('/privacy')
    // All pages of the site are read first.
  }, 45_000)
  const aside = await ctx.db
    .selectFrom('knowledge_passage')
    .select('text')
    .where('text', 'like', '%Lang Dental%')
    .execute()
  expect(aside, 'calls to listen to are examples').toEqual([])
  const failed = ctx.db.selectFrom('knowledge_item').select('failure').where('status', '=', 'failed')
  expect(await failed.execute()).toEqual([])

  const cookie = await signInByHttp(server.url)
  const question = 'Why do quaggas gallop sideways?'
  const post = (fields: Record<string, string>) =>
    fetch(`${server.url}/admin/blog`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie, origin: server.url },
      redirect: 'manual',
    })
  const content = 'Quaggas gallop sideways because the wind is strong there.'
  const made = await post({ intent: 'save', title: 'Quaggas', content, published: 'on' })
  expect(made.status).toBe(200)
  await eventually(async () => expect(await addressOf(question)).toBe('/blog/quaggas'))

  const { id } = await ctx.db.selectFrom('blog_post').select('id').executeTakeFirstOrThrow()
  expect((await post({ intent: 'unpublish', id })).status).toBe(200)
  await eventually(async () => expect(await addressOf(question)).not.toBe('/blog/quaggas'))

  await close()
  expect(await server.stop()).toBe(0)
  await database.drop()
})
