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

test(
  'the owner changes a page where it stands, and visitors see it once it is published',
  { tag: '@main' },
  async ({ ownerPage, page }) => {
    await ownerPage.setViewportSize({ width: 1440, height: 900 })
    await ownerPage.goto('/admin/pages/home')
    const { frame, form, blocks, press, saved } = parts(ownerPage)
    const names = () => blocks.getByRole('listitem').allInnerTexts()

    // A heading is edited in place, without line breaks and markup.
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

    await form.getByRole('textbox', { name: 'Above the title' }).fill('An agency for <b>everybody</b>')
    await expect(frame.getByText('An agency for <b>everybody</b>')).toBeVisible()

    // A text with a fact opens its field, which shows the fact's name in braces.
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
    await expect(ownerPage.getByText('Points moved to position 1 of 8.')).toBeAttached()
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
    await expect(ownerPage.getByText('Visitors now see this version of the page.')).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('With Honest AI')
    await expect(page.getByRole('heading', { name: 'Why we do it' })).toBeVisible()
    await expect(page.locator('[data-field], [data-block]')).toHaveCount(0)

    // Restores the page for later journeys.
    const undo = ownerPage.getByRole('button', { name: 'Undo', exact: true })
    while ((await undo.getAttribute('aria-disabled')) === null) await undo.click()
    await saved()
    await press('Publish')
    await expect(async () => {
      await page.goto('/')
      await expect(page.getByText('Why we do it')).toHaveCount(0, { timeout: 500 })
    }).toPass()
  },
)

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

test('an editor who keeps their own text in a conflict can undo that', async ({
  ownerPage,
  expectedConsole,
}) => {
  expectedConsole.push('409')
  const other = await ownerPage.context().newPage()
  await other.goto('/admin/pages/services')
  await ownerPage.goto('/admin/pages/services')
  const [mine, theirs] = [parts(ownerPage), parts(other)]
  const field = { name: 'First sentence', exact: true }
  await theirs.form.getByRole('textbox', field).fill('Their words.')
  await theirs.saved()
  await mine.form.getByRole('textbox', field).fill('My own words.')
  await expect(ownerPage.getByRole('alert')).toContainText('Their words.')
  await mine.press('Keep mine')
  await mine.saved()
  await expect(ownerPage.getByRole('alert')).toHaveCount(0)
  await other.reload()
  await expect(theirs.form.getByRole('textbox', field)).toHaveValue('My own words.')
  await other.close()
  const undo = ownerPage.getByRole('button', { name: 'Undo', exact: true })
  await undo.click()
  await expect(mine.form.getByRole('textbox', field)).toHaveValue('Their words.')
  await mine.saved()
})

test('a block whose saving was stored but not answered is there once', async ({
  ownerPage,
  expectedConsole,
}) => {
  expectedConsole.push('ERR_FAILED')
  await ownerPage.setViewportSize({ width: 1440, height: 900 })
  await ownerPage.goto('/admin/pages/about')
  const { frame, form, blocks, press, saved } = parts(ownerPage)
  const before = await blocks.getByRole('listitem').count()
  let lost = 0
  await ownerPage.route(
    '**/admin/pages/about/draft',
    async (route) => {
      await route.fetch()
      lost += 1
      await route.abort()
    },
    { times: 1 },
  )
  await press('Add block')
  const choice = ownerPage.getByRole('dialog', { name: 'Add a block' })
  await choice.getByRole('searchbox').fill('benefits')
  await choice.getByRole('button', { name: /^Points/ }).click()
  const title = form.getByRole('textbox', { name: 'Title', exact: true }).first()
  await title.fill('Why once')
  await expect.poll(() => lost).toBe(1)
  await title.fill('Why only once')
  await saved()
  await expect(frame.getByRole('heading', { name: 'Why only once' })).toBeVisible()
  await ownerPage.reload()
  await expect(blocks.getByRole('listitem')).toHaveCount(before + 1)
  await expect(frame.getByRole('heading', { name: /^Why (only )?once$/ })).toHaveText('Why only once')
})

test('a block is dragged to another place, and brought back', async ({ ownerPage }) => {
  await ownerPage.setViewportSize({ width: 1440, height: 900 })
  await ownerPage.goto('/admin/pages/about')
  const { frame, blocks, press, saved } = parts(ownerPage)
  await blocks.getByRole('listitem').first().getByRole('button').first().click()
  await press('Duplicate')
  const items = blocks.getByRole('listitem')
  const before = await items.count()
  await press('Hide')
  await expect(items.nth(1)).toContainText('Hidden')
  await items.nth(1).dragTo(items.first())
  await expect(items.first()).toContainText('Hidden')
  await expect(items.nth(1)).not.toContainText('Hidden')
  await items.first().dragTo(items.nth(before - 1))
  await expect(items.nth(before - 1)).toContainText('Hidden')
  await expect(frame.locator('main > [data-block]')).toHaveCount(before - 1)
  for (let step = 0; step < 4; step += 1) await press('Undo')
  await expect(items).toHaveCount(before - 1)
  await saved()
})

test('of formatted text that is pasted into the page its words alone are kept', async ({ ownerPage }) => {
  await ownerPage.setViewportSize({ width: 1440, height: 900 })
  await ownerPage.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await ownerPage.goto('/admin/pages/services')
  const { frame, form, press, saved } = parts(ownerPage)
  await ownerPage.evaluate(() =>
    navigator.clipboard.write([
      new ClipboardItem({
        'text/html': new Blob(['<h1>Bold <b>and</b></h1><p>two lines</p>'], {
          type: 'text/html',
        }),
        'text/plain': new Blob(['Bold and\n\ntwo lines'], { type: 'text/plain' }),
      }),
    ]),
  )
  const heading = frame.getByRole('heading', { level: 1 })
  const before = await heading.innerText()
  await heading.getByText(before, { exact: true }).click()
  await ownerPage.keyboard.press('Control+a')
  await ownerPage.keyboard.press('Control+v')
  const title = form.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toHaveValue('Bold and two lines')
  await expect(heading).toHaveText('Bold and two lines')
  await expect(heading.locator('b, h1, p, br')).toHaveCount(0)
  while ((await title.inputValue()) !== before) await press('Undo')
  await saved()
})

test('facts are listed with their values, and put into a text where the caret stands', async ({
  ownerPage,
}) => {
  await ownerPage.setViewportSize({ width: 1440, height: 900 })
  await ownerPage.goto('/admin/pages/services')
  const { frame, form, saved } = parts(ownerPage)
  await form.getByText('Facts to insert').first().click()
  const facts = form.getByRole('list', { name: 'Facts to insert' })
  const reply = facts.getByRole('button', { name: '{replyWithin} 1 hour' })
  await expect(reply).toHaveAttribute('aria-disabled', 'true')
  const text = form.getByRole('textbox', { name: 'First sentence' })
  await text.fill('We reply in .')
  await ownerPage.keyboard.press('ArrowLeft')
  await reply.click()
  await expect(text).toHaveValue('We reply in {replyWithin}.')
  await expect(text).toBeFocused()
  await expect(frame.getByText('We reply in 1 hour.')).toBeVisible()
  await saved()
  // A draft that is saved in between makes it two steps.
  const undo = ownerPage.getByRole('button', { name: 'Undo', exact: true })
  while ((await undo.getAttribute('aria-disabled')) === null) await undo.click()
  await expect(text).not.toHaveValue(/We reply in/)
  await saved()
})

test('a video is uploaded into its block, and served in the stretches that players ask for', async ({
  ownerPage,
  expectedConsole,
}) => {
  expectedConsole.push('400')
  await ownerPage.goto('/admin/pages/services')
  const { frame, form, press, saved } = parts(ownerPage)
  await press('Add block')
  const choice = ownerPage.getByRole('dialog', { name: 'Add a block' })
  await choice.getByRole('searchbox').fill('video')
  await choice.getByRole('button', { name: /^Video/ }).click()
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('How it is done')
  const film = Buffer.alloc(5_000_000, 'film')
  film.write('0000ftypisom')
  const file = form.getByLabel('Upload video')
  await file.setInputFiles({ name: 'film.txt', mimeType: 'video/mp4', buffer: Buffer.from('no film at all') })
  const address = form.getByRole('textbox', { name: 'Address of the video' })
  await expect(address).toHaveAccessibleDescription(/is not a video/)
  await file.setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: film })
  await expect(address).toHaveValue(/^\/videos\/[\w-]+\/video\.mp4$/, { timeout: 30_000 })
  const path = await address.inputValue()
  const player = frame.locator('.film > video')
  await expect(player).toHaveAttribute('src', path)
  const words = Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nGood evening.\n')
  await form.getByLabel('Upload captions').setInputFiles({ name: 'film.vtt', mimeType: '', buffer: words })
  const captions = form.getByRole('textbox', { name: 'Address of the captions' })
  await expect(captions).toHaveValue(/^\/videos\/[\w-]+\/captions\.vtt$/)
  await expect(player.locator('track')).toHaveAttribute('src', await captions.inputValue())
  const stretch = await ownerPage.request.get(path, { headers: { range: 'bytes=4999990-' } })
  expect(stretch.status()).toBe(206)
  expect((await stretch.body()).equals(film.subarray(4_999_990))).toBe(true)
  await saved()
  const undo = ownerPage.getByRole('button', { name: 'Undo', exact: true })
  while ((await undo.getAttribute('aria-disabled')) === null) await undo.click()
  await saved()
})

test('faults are reported at their fields, and unsaved work keeps the page from being left', async ({
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
