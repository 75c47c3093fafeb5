import { expect, test } from 'vitest'

import { addVersion } from '#app/features/content/languages/page-versions.server.ts'
import { publishPage } from '#app/features/content/pages/publish-page.server.ts'
import { instantText } from '#app/features/bookings/meeting-time.ts'
import { addLanguage, switchLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { freeTimesOf } from '#tests/factories/booking.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestPost } from '#tests/factories/post.ts'
import { createApi } from '#tests/support/api-calls.ts'
import { asOwner, type TestCtx } from '#tests/support/test-ctx.ts'

import { inLanguage } from './in-language.server.ts'

async function createSite() {
  const { ctx, ask } = await createApi()
  await addLanguage(asOwner(ctx), 'de')
  const german: TestCtx = { ...ctx, language: 'de' }
  const read = async (path: string) => {
    const response = await ask(`/api/v1${path}`)
    return { status: response.status, ...((await response.json()) as { data: Record<string, unknown>[] }) }
  }
  return { ctx, german, ask, read }
}

test('lists are limited to a language, and records say theirs', async () => {
  const { ctx, german, read } = await createSite()
  await createLead(german, { name: 'Anna' })
  await createLead(ctx, { name: 'Bea' })
  await createConversation(ctx, [{ text: 'Hallo' }], { language: 'de' })
  await createConversation(ctx, [{ text: 'Hello' }])
  const { id: post } = await createTestPost(ctx, { title: 'Beitrag' })
  await ctx.db.updateTable('blog_post').set({ language: 'de' }).where('id', '=', post).execute()
  await createTestPost(ctx, { title: 'Post' })
  for (const path of ['/leads', '/people', '/conversations', '/posts']) {
    const { data } = await read(`${path}?language=de`)
    expect(data, path).toMatchObject([{ language: 'de' }])
    expect((await read(`${path}?language=en`)).data, path).toHaveLength(1)
    expect((await read(path)).data, path).toHaveLength(2)
    expect((await read(`${path}?language=German`)).status, path).toBe(400)
  }
})

test('pages and services are read in a language of the site', async () => {
  const { ctx, read } = await createSite()
  const owner = asOwner(ctx)
  const { id } = await addVersion(owner, { id: 'ai-chatbots', language: 'de' })
  await publishPage(owner, id)
  expect((await read('/pages?language=de')).data).toEqual([
    expect.objectContaining({ id, language: 'de', sourceId: 'ai-chatbots', state: 'published' }),
  ])
  expect((await read('/pages')).data[0]).toMatchObject({ language: 'en', sourceId: null })
  const { data } = await read('/services?language=de')
  expect(data).toMatchObject([{ id: 'ai-chatbots', url: expect.stringContaining('/de/services/') }])
  expect((await read('/services?language=fr')).status).toBe(400)
})

test('a language that is hidden from visitors is for those who may read the content', async () => {
  const { ctx, read } = await createSite()
  const owner = asOwner(ctx)
  await publishPage(owner, (await addVersion(owner, { id: 'ai-chatbots', language: 'de' })).id)
  await switchLanguage(owner, 'de')
  expect((await read('/services?language=de')).data).toHaveLength(1)
  const faults = { fields: { language: 'The site does not have this language. It has: en.' } }
  await expect(inLanguage(ctx, 'de')).rejects.toMatchObject(faults)
})

test('an inquiry and a booking of a program are in the language that it names', async () => {
  const { ctx, ask } = await createSite()
  const person = { name: 'Grace', email: 'grace@example.com', language: 'de' }
  const made = await ask('/api/v1/leads', {
    method: 'POST',
    json: { ...person, message: 'Bitte rufen Sie an', consent: true },
  })
  expect(await made.json()).toMatchObject({ language: 'de' })
  const [start = 0] = await freeTimesOf(ctx)
  const booked = await ask('/api/v1/bookings', {
    method: 'POST',
    json: { ...person, type: 'consultation', time: instantText(start) },
  })
  const { id } = (await booked.json()) as { id: string }
  expect(await (await ask(`/api/v1/bookings/${id}`)).json()).toMatchObject({ language: 'de' })
  const mails = await ctx.db
    .selectFrom('email')
    .select(['template', 'language'])
    .where('template', 'in', ['lead-receipt', 'booking'])
    .orderBy('template')
    .execute()
  expect(mails).toEqual([
    { template: 'booking', language: 'de' },
    { template: 'lead-receipt', language: 'de' },
  ])
  const refused = await ask('/api/v1/leads', {
    method: 'POST',
    json: { ...person, language: 'fr', message: 'Bonjour', consent: true },
  })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('The site does not have this language. It has: en, de.')
})
