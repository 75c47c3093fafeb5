import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test, vi } from 'vitest'

import { ownFacts } from '#app/features/content/facts/own-facts.server.ts'
import { contactQuestions, saveQuestion } from '#app/features/leads/questions/contact-questions.server.ts'
import { siteSettings } from '#app/features/site/settings/site-settings.server.ts'
import { noticeRecipients } from '#app/platform/email/queue-email.server.ts'
import { exportedSettings } from '#app/platform/settings/exported-settings.server.ts'
import { textKey } from '#app/platform/text-translations.server.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { packContent } from './export-content.server.ts'
import { importContent } from './import-content.server.ts'

vi.setConfig({ testTimeout: 90_000 })

const note = 'settings/site.json is left out, because only an owner may change these settings.'

async function exported(ctx: TestCtx) {
  return new Response((await packContent(ctx)).zip).bytes()
}

/** Returns an archive with another name, another address and a fact, and an installation with a member of the role. */
async function archiveAndMember(role: 'owner' | 'editor') {
  const from = asOwner(await createTestCtx())
  await siteSettings.save(from, siteSettingsFields({ contactEmail: 'me@elsewhere.dev' }))
  await ownFacts.save(from, [
    { name: 'replyWithin', title: 'Reply', value: 'two working days' },
    { name: 'founded', title: 'Founded in', value: '1999' },
  ])
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  await siteSettings.save(asOwner(ctx), siteSettingsFields({ contactEmail: 'desk@agency.dev' }))
  const { actor } = await createTestMember(ctx, { role })
  return { archive: await exported(from), ctx, as: asOwner(ctx, actor) }
}

test('an editor’s import changes no settings that only owners may change, and says so', async () => {
  const { archive, ctx, as } = await archiveAndMember('editor')
  const before = await siteSettings.read(ctx)
  const recipients = await noticeRecipients(ctx)
  expect(await importContent(as, archive, { isCheck: true })).toMatchObject({ notes: [note] })
  expect(await importContent(as, archive)).toMatchObject({ notes: [note] })
  expect(await siteSettings.read(ctx)).toEqual(before)
  expect(await noticeRecipients(ctx)).toEqual(recipients)
  expect(await ownFacts.read(ctx)).toContainEqual({ name: 'founded', title: 'Founded in', value: '1999' })
})

test('an editor’s import of the settings as they are needs no note', async () => {
  const { as } = await archiveAndMember('editor')
  expect(await importContent(as, await exported(as))).toMatchObject({ notes: [], changed: 0 })
})

test('an owner’s import, and that of a command, changes all settings of the archive', async () => {
  const { archive, ctx, as } = await archiveAndMember('owner')
  expect(await importContent(as, archive)).toMatchObject({ notes: [] })
  expect(await siteSettings.read(ctx)).toMatchObject({ contactEmail: 'me@elsewhere.dev' })
  const other = await archiveAndMember('editor')
  const by = { actor: 'command' } as const
  expect(await importContent(other.ctx, archive, { by })).toMatchObject({ notes: [] })
  expect(await siteSettings.read(other.ctx)).toMatchObject({ contactEmail: 'me@elsewhere.dev' })
})

test('only the site’s own settings are in an archive and not for editors', () => {
  const forOwners = exportedSettings().filter(({ area }) => area !== 'content')
  expect(forOwners.map(({ file }) => file)).toEqual(['contact-form', 'site'])
})

test('the questions of the contact form come with their choices, services, limits and languages', async () => {
  const from = asOwner(await createTestCtx())
  await saveQuestion(from, {
    id: '',
    question: 'Budget?',
    kind: 'one',
    choices: 'Small\nLarge',
    'service-seo': 'on',
  })
  await saveQuestion(from, { id: '', question: 'Brief?', kind: 'file', 'accept-pdf': 'on', megabytes: '3' })
  const { asked } = await contactQuestions.read(from)
  const words = { language: 'de', source: 'Budget?', draft: 'Rahmen?', published: 'Rahmen?', updated_at: 1 }
  await from.db
    .insertInto('text_translation')
    .values({ ...words, key: textKey('questions', 'Budget?') })
    .execute()
  const archive = await exported(from)
  const into = asOwner(await createTestCtx())
  const { id } = await saveQuestion(into, { id: '', question: 'Old?', kind: 'short' })
  await importContent(into, archive)
  expect(await contactQuestions.read(into)).toMatchObject({ asked, former: [{ id, text: 'Old?' }] })
  const rows = into.db.selectFrom('text_translation').select(['language', 'source', 'published'])
  expect(await rows.execute()).toEqual([{ language: 'de', source: 'Budget?', published: 'Rahmen?' }])
  expect(Buffer.compare(await exported(into), archive)).toBe(0)
  expect(await importContent(into, archive)).toMatchObject({ notes: [] })
})

test.each([
  [{ asked: [{ text: 'No id?' }] }, 'asked.0.id'],
  [{ asked: [], translations: { 'no language': {} } }, 'translations.no language'],
  [{ asked: [], former: [] }, 'former'],
])('wrong questions are named: %j', async (value, place) => {
  const ctx = asOwner(await createTestCtx())
  const files = {
    ...unzipSync(await exported(ctx)),
    'settings/contact-form.json': strToU8(JSON.stringify(value)),
  }
  const faults = await importContent(ctx, zipSync(files)).then(String, (error: Error) => error)
  expect(JSON.stringify(faults)).toContain(place)
})
