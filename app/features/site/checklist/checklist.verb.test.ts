import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { getPage } from '#app/features/content/pages/read-pages.server.ts'
import { publishPage } from '#app/features/content/pages/publish-page.server.ts'
import { savePageDraft } from '#app/features/content/pages/save-page-draft.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import { starterFacts } from '#app/features/content/facts/starter-facts.ts'
import { starterPages } from '#app/features/content/starter/starter-pages.ts'
import { siteSettings } from '#app/features/site/settings/site-settings.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { migrations } from '#app/platform/db/migrations/index.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { type ChecklistGroup, checklistGroups } from './checklist-item.ts'
import {
  askStarterAgain,
  checklistSetting,
  confirmStarter,
  isOpenToSearch,
  overrideChecklist,
  readChecklist,
  removeStarter,
} from './checklist.server.ts'

const groups = Object.keys(checklistGroups) as ChecklistGroup[]
const openIds = async (ctx: TestCtx) => (await readChecklist(ctx)).open.map(({ id }) => id)

test('a fresh installation lists every name, claim, price and page of the starter, and is closed', async () => {
  const ctx = asOwner(await createTestCtx())
  const ids = await openIds(ctx)
  expect(ids).toEqual(
    expect.arrayContaining(['identity.siteName', 'identity.contactEmail', 'identity.socialX']),
  )
  for (const { name } of starterFacts) expect(ids).toContain(`fact.${name}`)
  const withBlocks = starterPages.filter(({ document }) => document.blocks.length > 0)
  for (const { id } of withBlocks) expect(ids).toContain(`page.${id}`)
  for (const { id, document } of starterPages) if (document.service) expect(ids).toContain(`service.${id}`)
  const { open } = await readChecklist(ctx)
  expect(open.find(({ id }) => id === 'page.terms')).toMatchObject({ group: 'legal' })
  for (const { says } of open) expect(says).not.toBe('')
  const offers = open.filter(({ group }) => group === 'services').map(({ says }) => says)
  expect(offers).toContain('1–3 business days; $299–$999 per month')
  expect(offers).toContain('3–5 business days; Save 80–90%')
  expect(await isOpenToSearch(ctx)).toBe(false)
})

test('search engines are let in once nothing is open, and kept out when something is again', async () => {
  const ctx = asOwner(await createTestCtx())
  for (const group of groups) await confirmStarter(ctx, { group })
  await eventually(async () => expect(await isOpenToSearch(ctx)).toBe(true))
  expect((await readChecklist(ctx)).open).toEqual([])
  await askStarterAgain(ctx, { id: 'fact.hours' })
  await eventually(async () => expect(await isOpenToSearch(ctx)).toBe(false))
  expect(await openIds(ctx)).toEqual(['fact.hours'])
})

test('the owner overrides the list, and takes that back', async () => {
  const ctx = asOwner(await createTestCtx())
  await overrideChecklist(ctx, { isOpen: true })
  await eventually(async () => expect(await isOpenToSearch(ctx)).toBe(true))
  expect((await openIds(ctx)).length).toBeGreaterThan(20)
  await overrideChecklist(ctx, { isOpen: false })
  await eventually(async () => expect(await isOpenToSearch(ctx)).toBe(false))
})

test('what is changed is no longer listed, section by section', async () => {
  const ctx = asOwner(await createTestCtx())
  await siteSettings.save(ctx, siteSettingsFields({ siteName: 'Ferrum' }))
  await eventually(async () => expect(await openIds(ctx)).not.toContain('identity.siteName'))
  const change = async (edit: (text: string) => string, id: string) => {
    const { draft, version } = await getPage(ctx, id)
    await savePageDraft(ctx, { id, version, document: JSON.parse(edit(JSON.stringify(draft))) })
    await publishPage(ctx, id)
  }
  // Saving without a change of words does not count as a change.
  await change((text) => text, 'about')
  expect(await openIds(ctx)).toContain('page.about')
  const terms = (await readChecklist(ctx)).open.find(({ id }) => id === 'page.terms')
  expect(terms?.says).toBe('1 of 1 sections are the starter’s: Legal text.')
  await change((text) => text.replace('Last updated November 2024', 'Last updated today'), 'terms')
  expect(await openIds(ctx)).not.toContain('page.terms')
})

test('a claim is taken away with its sentences, and a page from the site', async () => {
  const ctx = asOwner(await createTestCtx())
  await removeStarter(ctx, { id: 'fact.hours' })
  await removeStarter(ctx, { id: 'page.about' })
  await removeStarter(ctx, { id: 'service.seo-optimisation' })
  await eventually(async () => {
    const { facts, pages } = await readContent(ctx)
    const gone = ['/about', '/services/seo-optimisation'].map((path) => pages.has(path))
    expect([facts['hours'], ...gone]).toEqual(['', false, false])
  })
  expect(await openIds(ctx)).not.toEqual(expect.arrayContaining(['fact.hours']))
  await expect(removeStarter(ctx, { id: 'fact.hours' })).rejects.toMatchObject({ code: 'not-found' })
  await expect(removeStarter(ctx, { id: 'page.home' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(removeStarter(ctx, { id: 'identity.siteName' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(confirmStarter(ctx, { id: "'; drop table setting" })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('while the database is away the last answer holds', async () => {
  const ctx = asOwner(await createTestCtx())
  await overrideChecklist(ctx, { isOpen: true })
  await eventually(async () => expect(await isOpenToSearch(ctx)).toBe(true))
  await ctx.db.schema.alterTable('setting').renameTo('setting_away').execute()
  await ctx.signals.publish(ctx, 'pages')
  expect(await isOpenToSearch(ctx)).toBe(true)
  await ctx.db.schema.alterTable('setting_away').renameTo('setting').execute()
})

test('an installation that was live before there was a checklist stays open', async () => {
  const ctx = await createTestCtx()
  const { up } = assertDefined(migrations['0028-going-live'], 'it is listed')
  const rename = (from: 'member' | 'owner', to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(ctx.db)
  const upAsThen = async () => {
    await ctx.db.schema.dropTable('legal_text').execute()
    await rename('member', 'owner')
    await up(ctx.db as never)
    await rename('owner', 'member')
  }
  await upAsThen()
  expect((await checklistSetting.read(ctx)).isOpen).toBe(false)
  await createTestOwner(ctx)
  await upAsThen()
  expect((await checklistSetting.read(ctx)).isOpen).toBe(true)
})
