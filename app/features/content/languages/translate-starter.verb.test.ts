import { expect, test } from 'vitest'

import { changeMainLanguage } from '#app/features/site/languages/change-main-language.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { jobs } from '#app/process/jobs.server.ts'
import { createChatCtx } from '#tests/support/chat-visitor.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'
import { translatorOf } from '#tests/support/translator.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { menusSetting } from '../menus/menus.server.ts'
import { getPage } from '../pages/read-pages.server.ts'
import { savePageDraft } from '../pages/save-page-draft.server.ts'
import { readContent } from '../site-content.server.ts'

import { findStarterLeft, publishStarter, translateStarter } from './translate-starter.job.server.ts'

test('a site in English has nothing of the starter to translate', async () => {
  const ctx = asOwner(await createTestCtx())
  expect(await findStarterLeft(ctx)).toBeNull()
  expect(await translateStarter(ctx)).toBe(0)
})

test('the starter’s texts become the main language’s, first as drafts; the owner’s own stay', async () => {
  const { ctx: plain, fake } = await createChatCtx()
  const ctx = asOwner(plain)
  await changeMainLanguage(ctx, 'de')
  const { version, draft } = await getPage(ctx, 'about')
  await savePageDraft(ctx, {
    id: 'about',
    version,
    document: { ...draft, description: 'Wir sind eine Werkstatt.' },
  })
  const tooLong = 'Donaudampfschifffahrt'.repeat(3)
  fake.answerWith(
    translatorOf((text) =>
      text === 'Legal' ? tooLong : text.replaceAll(/\b[a-z]+\b/gi, (word) => `${word.slice(0, -1)}ö`),
    ),
  )

  const before = assertDefined(await findStarterLeft(ctx), 'it is not English')
  expect(before.waiting).toEqual([])
  expect(await translateStarter(ctx)).toBe(before.pages.length)
  startTestWorker(ctx, jobs)
  await eventually(async () => {
    expect((await findStarterLeft(ctx))?.pages).toEqual([])
    // Twelve pages, one after the other.
  }, 60_000)

  expect((await getPage(ctx, 'about')).draft.description).toBe('Wir sind eine Werkstatt.')
  expect((await getPage(ctx, 'terms')).draft.name).toMatch(/ö$/)
  expect((await readContent(ctx)).pages.get('/terms')?.title).not.toMatch(/ö/)
  await eventually(async () => expect((await menusSetting.read(ctx)).columns[0]?.title).toMatch(/ö$/))
  const linked = JSON.stringify(await menusSetting.read(ctx))
  expect(linked).toContain('"title":"Legal"')
  expect(linked).not.toContain(tooLong)

  expect(await publishStarter(ctx)).toBe(before.pages.length)
  expect((await readContent(ctx)).pages.get('/terms')?.title).toMatch(/ö/)
  expect(await findStarterLeft(ctx)).toEqual({ pages: [], characters: 0, waiting: [] })
})
