import type { Page } from '@playwright/test'

import { expectAccessible, findings } from './axe.ts'
import { expect, test } from './fixtures.ts'

const parts = (page: Page) => ({
  frame: page.frameLocator('iframe[title="Page"]'),
  form: page.getByRole('form', { name: 'Block' }),
  blocks: page.getByRole('list', { name: 'Blocks' }),
  press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
  saved: () => expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible(),
})

test('the owner changes a page where it stands, and visitors see it once it is published', async ({
  ownerPage,
  page,
}) => {
  await ownerPage.setViewportSize({ width: 1440, height: 900 })
  await ownerPage.goto('/admin/pages/home')
  const { frame, form, blocks, press, saved } = parts(ownerPage)
  const names = () => blocks.getByRole('listitem').allInnerTexts()

  // A heading, typed in place; no line break and no markup gets in.
  await frame.getByText('Transform Your Business With', { exact: true }).click()
  await ownerPage.keyboard.press('Control+End')
  await ownerPage.keyboard.type(' Honest')
  await ownerPage.keyboard.press('Enter')
  await expect(form.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(
    'Transform Your Business With Honest',
  )

  const heading = frame.getByRole('heading', { level: 1 })
  await ownerPage.keyboard.press('Control+z')
  await expect(heading).not.toContainText('With Honest AI')
  await ownerPage.keyboard.press('Control+Shift+z')
  await expect(heading).toContainText('With Honest AI')

  // A field of the form shows in the page.
  await form.getByRole('textbox', { name: 'Above the title' }).fill('An agency for <b>everybody</b>')
  await expect(frame.getByText('An agency for <b>everybody</b>')).toBeVisible()

  // A text with a fact leads to its field, where the fact keeps its name.
  await frame.getByText('A person replies within').click()
  await expect(form.getByRole('textbox', { name: 'Note below the buttons' })).toBeFocused()
  await expect(form.getByRole('textbox', { name: 'Note below the buttons' })).toHaveValue(/\{replyWithin\}/)

  await press('Add block')
  const choice = ownerPage.getByRole('dialog', { name: 'Add a block' })
  await choice.getByRole('searchbox').fill('benefits')
  await choice.getByRole('button', { name: /^Points/ }).click()
  await form.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Why we do it')
  await expect(frame.getByRole('heading', { name: 'Why we do it' })).toBeVisible()
  await expect(heading).toContainText('With Honest AI')

  expect((await names())[1]).toContain('Points')
  await ownerPage.getByRole('button', { name: 'Move up', exact: true }).focus()
  await ownerPage.keyboard.press('Enter')
  await expect(ownerPage.getByText('Points moved to position 1 of 7.')).toBeAttached()
  expect((await names())[0]).toContain('Points')
  await expect(frame.locator('main > *').first()).toContainText('Why we do it')

  await blocks.getByRole('button', { name: /^Claims/ }).click()
  await press('Hide')
  await expect(frame.getByText('until you have a reply')).toHaveCount(0)
  await ownerPage.keyboard.press('Control+z')
  await expect(frame.getByText('until you have a reply')).toBeVisible()
  await press('Redo')
  await expect(frame.getByText('until you have a reply')).toHaveCount(0)
  await press('Undo')
  await expect(frame.getByText('until you have a reply')).toBeVisible()

  await saved()
  await page.goto('/')
  await expect(page.getByText('Why we do it')).toHaveCount(0)
  await press('Publish')
  await expect(ownerPage.getByText('Visitors see the page as it stands here.')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('With Honest AI')
  await expect(page.getByRole('heading', { name: 'Why we do it' })).toBeVisible()
  await expect(page.locator('[data-field], [data-block]')).toHaveCount(0)

  // Back as it was, for the journeys after this one.
  const undo = ownerPage.getByRole('button', { name: 'Undo', exact: true })
  while ((await undo.getAttribute('aria-disabled')) === null) await undo.click()
  await saved()
  await press('Publish')
  await expect(async () => {
    await page.goto('/')
    await expect(page.getByText('Why we do it')).toHaveCount(0, { timeout: 500 })
  }).toPass()
})

test('what two editors change at once is joined, and where it is the same text the owner chooses', async ({
  ownerPage,
  expectedConsole,
}) => {
  expectedConsole.push('409')
  const other = await ownerPage.context().newPage()
  await other.goto('/admin/pages/terms')
  await ownerPage.goto('/admin/pages/terms')
  const [mine, theirs] = [parts(ownerPage), parts(other)]
  const field = (name: string) => ({ name, exact: true })

  await theirs.form.getByRole('textbox', field('When it was last updated')).fill('Theirs')
  await theirs.saved()
  await mine.form.getByRole('textbox', field('First sentences')).fill('My own words.')
  await mine.saved()
  await expect(mine.form.getByRole('textbox', field('When it was last updated'))).toHaveValue('Theirs')

  await theirs.form.getByRole('textbox', field('First sentences')).fill('Their words.')
  await expect(other.getByText('Somebody else has changed the same texts.')).toBeVisible()
  await expect(other.getByRole('alert')).toContainText('My own words.')
  await theirs.press('Take theirs')
  await theirs.saved()
  await expect(theirs.form.getByRole('textbox', field('First sentences'))).toHaveValue('My own words.')
  await other.close()
})

test('what is wrong is said at its field, and the page is not left with work that is not saved', async ({
  ownerPage,
  expectedConsole,
}) => {
  expectedConsole.push('400')
  await ownerPage.goto('/admin/pages/privacy')
  const { form, saved } = parts(ownerPage)
  const intro = form.getByRole('textbox', { name: 'First sentences' })
  const before = await intro.inputValue()
  await intro.fill('We reply within {replyWithni}.')
  await expect(intro).toHaveAccessibleDescription(/There is no fact named replyWithni/)
  await expect(ownerPage.getByText('Not saved: one field needs attention.')).toBeVisible()
  await ownerPage.getByRole('link', { name: 'All pages' }).click()
  await expect(ownerPage.getByRole('alertdialog')).toContainText('not saved')
  await ownerPage.getByRole('button', { name: 'Stay' }).click()
  await expect(intro).toHaveValue('We reply within {replyWithni}.')
  await intro.fill(before)
  await saved()
})

test('axe finds nothing in the editor', async ({ ownerPage }) => {
  await expectAccessible(ownerPage, '/admin/pages/about')
  for (const width of [375, 768]) {
    await ownerPage.setViewportSize({ width, height: 900 })
    await ownerPage.getByRole('button', { name: 'Blocks and form' }).click()
    expect(await findings(ownerPage), `${width} px`).toEqual([])
    await ownerPage.getByRole('button', { name: 'Page', exact: true }).click()
  }
  await ownerPage.getByRole('button', { name: 'Blocks and form' }).click()
  await ownerPage.getByRole('button', { name: 'Add block' }).click()
  expect(await findings(ownerPage)).toEqual([])
})
