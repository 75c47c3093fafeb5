import { expect, test } from 'vitest'

import { readContent } from '#app/features/content/site-content.server.ts'
import { wordingSetting } from '#app/features/content/wording/wording-setting.server.ts'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { testEngine } from '#tests/support/test-database.ts'

import { catalogue } from './catalogue.ts'
import { changeText, listWording, resetText } from './change-wording.server.ts'

const toast = 'leads.toast.sentTitle'
const query = { q: '', isChanged: false, page: 1 }

async function titleShownBy(ctx: TestCtx): Promise<string> {
  return (await ctx.wording(ctx)).texts(leadsTexts).toast.sentTitle
}

test('every text has a key of its own and passes its own check', async () => {
  const ctx = asOwner(await createTestCtx())
  expect(new Set(catalogue.map(({ key }) => key)).size).toBe(catalogue.length)
  expect(catalogue.length).toBeGreaterThan(150)
  for (const { key, text } of catalogue) await changeText(ctx, { place: key, text })
  expect(await wordingSetting.read(ctx)).toEqual({})
}, 60_000)

test('a text is worded otherwise, with facts, and reset; earlier texts are kept', async () => {
  const ctx = asOwner(await createTestCtx())
  expect(await titleShownBy(ctx)).toBe('Message Sent!')
  await changeText(ctx, { place: toast, text: ' Thank you ' })
  await eventually(async () => expect(await titleShownBy(ctx)).toBe('Thank you'))
  ctx.clock.advance(1000)
  await changeText(ctx, { place: toast, text: 'Within {replyWithin}' })
  await eventually(async () => expect(await titleShownBy(ctx)).toBe('Within 1 hour'))
  await resetText(ctx, { place: toast })
  await eventually(async () => expect(await titleShownBy(ctx)).toBe('Message Sent!'))
  const { texts } = await listWording(ctx, { ...query, q: toast })
  expect(texts[0]).toMatchObject({ worded: null, own: 'Message Sent!' })
  expect(texts[0]?.earlier.map(({ text }) => text)).toEqual(['Within {replyWithin}', 'Thank you'])
})

test('the search finds texts by their words and names, and the changed ones', async () => {
  const ctx = asOwner(await createTestCtx())
  await changeText(ctx, { place: toast, text: 'Völlig anders' })
  const keysOf = async (asked: object) =>
    (await listWording(ctx, { ...query, ...asked })).texts.map(({ key }) => key)
  expect(await keysOf({ q: 'vollig' })).toEqual([toast])
  expect(await keysOf({ isChanged: true })).toEqual([toast])
  expect(await keysOf({ q: 'page not found oops' })).toEqual(['site.notFound.title'])
  expect(await keysOf({ q: 'nothing like it' })).toEqual([])
  expect((await listWording(ctx, { ...query, page: 999 })).page).toBeGreaterThan(1)
})

test.each([
  [toast, '   ', 'This text is required. Please enter one, or reset it.'],
  [toast, 'x'.repeat(1001), 'Please use at most 1,000 characters.'],
  [toast, 'a\u0000b', 'This contains characters that cannot be stored.'],
  [toast, 'For {name}', expect.stringContaining('no {name} here')],
  ['leads.receipt.hello', 'Hello', 'Please keep {name}, which is filled in here.'],
  ['site.nav.logo', '{siteNam}', expect.stringContaining('no {siteNam} here')],
])('%s: %j is refused, and nothing is stored', async (place, text, sentence) => {
  const ctx = asOwner(await createTestCtx())
  await expect(changeText(ctx, { place, text })).rejects.toMatchObject({ fields: { text: sentence } })
  expect(await wordingSetting.read(ctx)).toEqual({})
})

test.each(['', 'leads', 'leads.toast', 'leads.toast.nothing', '__proto__', 'constructor'])(
  'there is no text %j',
  async (place) => {
    const ctx = asOwner(await createTestCtx())
    await expect(changeText(ctx, { place, text: 'x' })).rejects.toMatchObject({ code: 'not-found' })
    await expect(resetText(ctx, { place })).rejects.toMatchObject({ code: 'not-found' })
  },
)

test('an optional text may be emptied', async () => {
  const ctx = asOwner(await createTestCtx())
  await changeText(ctx, { place: 'found.summary', text: '' })
  expect((await wordingSetting.read(ctx))['found.summary']?.text).toBe('')
})

test('nobody but the owner reads or changes them', async () => {
  const ctx = await createTestCtx()
  const change = { place: toast, text: 'x' }
  for (const refused of [listWording(ctx, query), changeText(ctx, change), resetText(ctx, change)])
    await expect(refused).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('within a transaction the wording is there, and what it changes is read there', async () => {
  const ctx = asOwner(await createTestCtx())
  await readContent(ctx)
  await ctx.db.transaction().execute(async (db) => {
    expect(await titleShownBy({ ...ctx, db })).toBe('Message Sent!')
  })
})

test.runIf(testEngine === 'postgres')('every instance shows a changed text', async () => {
  const ctx = asOwner(await createTestCtx())
  const other = await createSecondInstance(ctx)
  expect(await titleShownBy(other)).toBe('Message Sent!')
  await changeText(ctx, { place: toast, text: 'Thank you' })
  await eventually(async () => expect(await titleShownBy(other)).toBe('Thank you'))
})
