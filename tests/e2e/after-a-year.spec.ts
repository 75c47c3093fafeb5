import type { Page } from '@playwright/test'

import { expectToast } from './edit-content.ts'
import { expect, testAfterYear } from './fixtures.ts'

const test = testAfterYear()

test.use({ actionTimeout: 30_000 })

const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true }).click()

test('an owner finds and changes what a year has left: 3,000 leads, 2,000 conversations, 300 posts', async ({
  page: visitor,
  ownerPage: page,
}) => {
  test.setTimeout(300_000)
  await page.goto('/admin')

  await test.step('Today is a list that can be worked through', async () => {
    const items = page.getByRole('list', { name: 'Needs you' }).getByRole('listitem')
    await expect(items.first()).toBeVisible()
    const before = await items.count()
    await items.first().getByRole('button', { name: 'Done' }).click()
    await expect(items).toHaveCount(before - 1)
    await page.getByRole('status').last().getByRole('button', { name: 'Undo' }).click()
    await expect(items).toHaveCount(before)
  })

  await test.step('much is seen without scrolling', async () => {
    const before = page.viewportSize()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/admin')
    const items = page.getByRole('list', { name: 'Needs you' }).getByRole('listitem')
    await expect(items.nth(11)).toBeInViewport({ ratio: 1 })
    const last = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Team' })
    await expect(last).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
    await items
      .getByRole('link', { name: /^Reply/ })
      .first()
      .click()
    for (const size of [
      { width: 1440, height: 900 },
      { width: 375, height: 800 },
    ]) {
      await page.setViewportSize(size)
      await expect(page.getByRole('list', { name: 'Thread' })).toBeInViewport()
      await expect(page.getByRole('button', { name: 'Send reply' })).toBeInViewport({ ratio: 1 })
    }
    await page.setViewportSize(before ?? { width: 1280, height: 720 })
    await page.goto('/admin')
  })

  await test.step('a list stays beside its open item, with its filter', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/admin/leads?status=won')
    const list = page.getByRole('region', { name: 'List', exact: true })
    const title = page.getByRole('region', { name: 'Detail', exact: true }).getByRole('heading', { level: 1 })
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const second = list.getByRole('table').getByRole('link').nth(1)
    await expect(second).toBeFocused()
    const name = (await second.textContent()) ?? ''
    await page.keyboard.press('Enter')
    await expect(title).toHaveText(name)
    const rows = list.getByRole('listitem').getByRole('link')
    await expect(rows).toHaveCount(25)
    await expect(rows.filter({ hasText: 'Won' })).toHaveCount(25)
    await expect(list.locator('[aria-current]')).toContainText(name)
    await page.keyboard.press('j')
    const third = (await rows.nth(2).locator('bdi').first().textContent()) ?? ''
    await expect(title).toHaveText(third)
    await page.keyboard.press('k')
    await expect(title).toHaveText(name)

    const reply = page.getByRole('textbox', { name: 'Reply' })
    const note = page.getByRole('textbox', { name: 'Note', exact: true })
    await note.fill('A note for the second')
    await reply.fill('A reply for the second')
    await title.click()
    await page.keyboard.press('j')
    await expect(title).toHaveText(third)
    await expect(reply).toHaveValue('')
    await expect(note).toHaveValue('')
    await page.keyboard.press('k')
    await expect(title).toHaveText(name)
    await expect(reply).toHaveValue('A reply for the second')
    await expect(note).toHaveValue('A note for the second')
    await reply.fill('')
    await note.fill('')
    await page.getByRole('button', { name: 'Saved replies' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu', { name: 'Saved replies' })).toBeHidden()
    await expect(title).toHaveText(name)
    await title.click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/admin\/leads\?status=won$/)
    await expect(second).toBeFocused()
    await page.goto('/admin')
    // Whether a next step is overdue, and so stands first, depends on the hour.
    const needs = page.getByRole('list', { name: 'Needs you' })
    await needs
      .getByRole('link', { name: /^Reply/ })
      .first()
      .click()
    await expect(list.getByRole('link', { name: 'Today', exact: true })).toBeVisible()
    await page.setViewportSize({ width: 1190, height: 900 })
    await expect(list).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto('/admin')
  })

  await test.step('a client of last winter is found by name, with what they wrote', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run' }).fill('claire.brown.803')
    const found = page.getByRole('group', { name: 'Leads' }).getByRole('option', { name: /Claire Brown/ })
    await expect(found).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Claire Brown' })).toBeVisible()
    await expect(page.getByText('This is request 804 of Brown Dental.')).toBeVisible()
  })

  await test.step('all leads that match a search are changed at once, and put back', async () => {
    await page.goto('/admin/leads?q=calendar&status=contacted')
    const all = page.getByRole('checkbox', { name: /^Select all \d+ that match$/ })
    const count = Number(
      /\d+/.exec(await all.evaluate((box) => box.closest('label')?.textContent ?? ''))?.[0],
    )
    expect(count).toBeGreaterThan(25)
    await all.check()
    await page.getByRole('combobox', { name: 'Set to' }).selectOption('Lost')
    await page.getByRole('button', { name: 'Set status' }).click()
    await expect(page.getByText('Nothing found')).toBeVisible()
    await page.getByRole('status').last().getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('checkbox', { name: `Select all ${count} that match` })).toBeVisible()
  })

  await test.step('an old post is found below the editor, and its page says when it was changed', async () => {
    await go(page, 'Quick Blog')
    const posts = page.getByRole('list', { name: 'Posts' })
    await expect(posts).toBeInViewport()
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('forms')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/q=forms/)
    await expect(posts).toBeInViewport()
    await page.getByRole('link', { name: 'Next' }).click()
    // The address changes before the list does.
    await expect(page.getByRole('link', { name: 'Previous' })).toBeVisible()
    await expect(posts).toBeInViewport()
    const post = posts.getByRole('listitem').last()
    const title = await post.getByRole('link').first().innerText()
    await post.getByRole('link', { name: `Edit ${title}` }).click()
    await expect(page.getByRole('form', { name: 'Edit post' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Content' }).fill('Written anew after a year.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'published successfully')
    await visitor.goto(
      await page.getByRole('link', { name: 'View', exact: true }).getAttribute('href').then(String),
    )
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(visitor.getByText(/^Updated \w+ \d+, \d{4}$/)).toBeVisible()
    await expect(visitor.getByText('Written anew after a year.')).toBeVisible()
  })

  await test.step('the figures cover the year, and the leads are exported', async () => {
    await page.goto('/admin/analytics?range=365d')
    await expect(page.getByRole('region', { name: 'Goals' })).toContainText('3,000')
    await go(page, 'Leads')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const rows = await (await download).createReadStream()
    let lines = 0
    for await (const chunk of rows) lines += String(chunk).split('\r\n').length - 1
    expect(lines).toBe(3001)
  })
})
