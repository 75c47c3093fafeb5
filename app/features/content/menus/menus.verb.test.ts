import { expect, test } from 'vitest'

import type { FieldErrors } from '#app/platform/errors.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { testEngine } from '#tests/support/test-database.ts'

import { movePage } from '../pages/move-page.server.ts'
import { unpublishPage } from '../pages/publish-page.server.ts'
import { readContent } from '../site-content.server.ts'

import { menusSetting } from './menus.server.ts'
import { starterMenus, type StoredMenus } from './menus-schema.ts'
import { readMenus, saveMenus } from './save-menus.server.ts'

const shown = async (ctx: TestCtx) => (await readContent(ctx)).menus

/** Returns the form's fields as a browser posts them. */
function fieldsOf({ header, button, columns, ...rest }: StoredMenus, changed: Record<string, string> = {}) {
  const fields: Record<string, string> = {
    blurb: rest.blurb,
    legalLine: rest.legalLine,
    since: String(rest.since ?? ''),
    ...(rest.showsAdmin && { showsAdmin: 'on' }),
  }
  const put = (from: string, item: object) => {
    for (const [name, value] of Object.entries(item)) fields[`${from}.${name}`] = String(value)
  }
  put('button', button)
  for (const [at, item] of header.entries()) put(`header.${at}`, item)
  for (const [at, { title, items }] of columns.entries()) {
    fields[`columns.${at}.title`] = title
    for (const [of, item] of items.entries()) put(`columns.${at}.items.${of}`, item)
  }
  return { ...fields, ...changed }
}

test('the form of the starter’s menus stores the starter’s menus', async () => {
  const ctx = asOwner(await createTestCtx())
  await saveMenus(ctx, fieldsOf(starterMenus))
  expect(await menusSetting.read(ctx)).toEqual(starterMenus)
})

test('the starter’s menus lead where the specification says', async () => {
  const { header, button, columns } = await shown(await createTestCtx())
  expect(header.map((entry) => (entry.kind === 'link' ? [entry.text, entry.href] : entry.text))).toEqual([
    ['Home', '/'],
    'Services',
    ['About', '/about'],
    ['Contact', '/contact'],
    ['Blog', '/blog'],
  ])
  expect(button).toEqual({ text: 'Get Started', href: '/contact' })
  expect(columns.map(({ title, links }) => [title, links.length])).toEqual([
    ['Services', 5],
    ['Company', 3],
    ['Legal', 2],
  ])
})

test('a row moves, and another goes, with what was typed in between', async () => {
  const ctx = asOwner(await createTestCtx())
  const typed = { 'header.4.text': 'Notes', blurb: 'We bake.' }
  const moved = await saveMenus(ctx, fieldsOf(starterMenus, { ...typed, move: 'header.4 up' }))
  expect(moved).toEqual({ focus: 'header.3 up' })
  const menus = await menusSetting.read(ctx)
  expect(menus.header.map(({ to, text }) => text || to)).toEqual([
    'page:home',
    'services',
    'page:about',
    'Notes',
    'page:contact',
  ])
  expect(menus.blurb).toBe('We bake.')
  await saveMenus(ctx, fieldsOf(menus, { move: 'columns.0 remove' }))
  await saveMenus(ctx, fieldsOf(await menusSetting.read(ctx), { move: 'columns.0.items.1 remove' }))
  const { columns } = await menusSetting.read(ctx)
  expect(columns.map(({ title, items }) => [title, items.length])).toEqual([
    ['Company', 2],
    ['Legal', 2],
  ])
})

test.each(['header.0 up', 'header.4 down', 'header.9 up', 'nothing', 'header.1 sideways', '__proto__ up'])(
  'moving %j changes nothing',
  async (asked) => {
    const ctx = asOwner(await createTestCtx())
    expect(await saveMenus(ctx, fieldsOf(starterMenus, { move: asked }))).toBeUndefined()
    expect(await menusSetting.read(ctx)).toEqual(starterMenus)
  },
)

test('rows and columns that were filled in are added, and empty ones are left out', async () => {
  const ctx = asOwner(await createTestCtx())
  const added = {
    'header.5.to': 'address',
    'header.5.address': 'https://shop.example',
    'header.5.text': 'Shop',
    'columns.3.title': ' ',
    'columns.3.items.0.to': '',
  }
  await saveMenus(ctx, fieldsOf(starterMenus, added))
  const { header, columns } = await shown(ctx)
  expect(header.at(-1)).toEqual({ kind: 'link', href: 'https://shop.example', text: 'Shop' })
  expect(columns).toHaveLength(3)
})

test.each([
  [{ 'header.5.text': 'Lost' }, { 'header.5.to': 'Please choose where it leads.' }],
  [{ 'header.0.to': 'page:../x' }, { 'header.0.to': 'Please choose where it leads.' }],
  [
    { 'header.5.to': 'address' },
    {
      'header.5.address': 'Please enter the address.',
      'header.5.text': 'Please enter a label for the link.',
    },
  ],
  [
    { 'columns.1.items.0.to': 'address', 'columns.1.items.0.address': 'javascript:alert(1)' },
    { 'columns.1.items.0.address': expect.stringContaining('begins with /') },
  ],
  [{ 'header.0.to': 'services' }, { header: expect.stringContaining('one menu') }],
  [{ blurb: 'Within {replyIn}.' }, { blurb: expect.stringContaining('no fact named replyIn') }],
  [{ 'columns.0.title': '{years}' }, { 'columns.0.title': expect.stringContaining('no fact named years') }],
  [{ since: 'long ago' }, { since: 'Please enter a year.' }],
  [{ since: '1.5e3' }, { since: 'Please enter a year from 1900 on.' }],
  [{ legalLine: 'x'.repeat(201) }, { legalLine: expect.stringContaining('200') }],
])('%j is refused at its field, and nothing is stored', async (fields, faults) => {
  const ctx = asOwner(await createTestCtx())
  const refusal = await saveMenus(ctx, fieldsOf(starterMenus, { ...fields, move: 'header.1 up' })).catch(
    (error: unknown) => error,
  )
  const { fields: said } = refusal as FieldErrors
  for (const [field, sentence] of Object.entries(faults)) expect(said[field], field).toEqual(sentence)
  expect(await menusSetting.read(ctx)).toEqual(starterMenus)
})

test('an entry follows its page, and drops out with it', async () => {
  const ctx = asOwner(await createTestCtx())
  await movePage(ctx, { id: 'about', path: '/company' })
  await eventually(async () =>
    expect((await shown(ctx)).header).toContainEqual({ kind: 'link', href: '/company', text: 'About' }),
  )
  await unpublishPage(ctx, 'about')
  await eventually(async () => {
    const { header, columns } = await shown(ctx)
    expect(JSON.stringify([header, columns])).not.toContain('/company')
  })
  expect((await readMenus(ctx)).pages).toContainEqual(
    expect.objectContaining({ id: 'about', isPublished: false }),
  )
})

test('facts are filled in, and what an empty one leaves bare is not shown', async () => {
  const ctx = asOwner(await createTestCtx())
  const changed = { blurb: 'We reply within {replyWithin}.', legalLine: '', 'button.text': '' }
  await saveMenus(ctx, fieldsOf(starterMenus, changed))
  const { blurb, legalLine, button } = await shown(ctx)
  expect([blurb, legalLine, button]).toEqual(['We reply within 1 hour.', '', null])
})

test('nobody but the owner reads or changes them', async () => {
  const ctx = await createTestCtx()
  await expect(readMenus(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(saveMenus(ctx, fieldsOf(starterMenus))).rejects.toMatchObject({ code: 'unauthenticated' })
})

test.runIf(testEngine === 'postgres')('every instance shows changed menus', async () => {
  const ctx = asOwner(await createTestCtx())
  const other = await createSecondInstance(ctx)
  expect((await shown(other)).button?.text).toBe('Get Started')
  await saveMenus(ctx, fieldsOf(starterMenus, { 'button.text': 'Call us' }))
  await eventually(async () => expect((await shown(other)).button?.text).toBe('Call us'))
})
