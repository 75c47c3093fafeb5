import { sendInquiry } from '#tests/support/send-inquiry.ts'

import { expectAccessible } from './axe.ts'
import { newVisitor } from './contact-form.ts'
import { expect, testOnFreshServer } from './fixtures.ts'

const test = testOnFreshServer()

test.describe.configure({ mode: 'serial' })

test('a new owner sees nothing waiting, and what to do on the first day', async ({ ownerPage: page }) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Nothing needs you' })).toBeVisible()
  const firstDay = page.getByRole('region', { name: 'First day' })
  const mail = firstDay.getByRole('checkbox', { name: 'Mail' })
  await expect(mail).not.toBeChecked()
  await mail.click()
  await expect(mail).toBeChecked()
  await firstDay.getByRole('checkbox', { name: 'AI provider' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter the key of your AI provider.')
  await expect(firstDay.getByRole('checkbox', { name: 'AI provider' })).not.toBeChecked()
  await expectAccessible(page, '/admin')
})

test(
  'an inquiry appears by itself and is worked through by keyboard',
  { tag: ['@main', '@needed'] },
  async ({ ownerPage: page, app }) => {
    await page.goto('/admin')
    const visitors = [newVisitor(), newVisitor(), newVisitor()]
    const items = page.getByRole('list', { name: 'Needs you' }).getByRole('listitem')
    for (const [at, visitor] of visitors.entries()) {
      expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
      await expect(items).toHaveCount(at + 1)
    }
    await expect(items.first()).toContainText('left')
    await page.keyboard.press('j')
    await expect(items.nth(0)).toBeFocused()
    await page.keyboard.press('j')
    await expect(items.nth(1)).toBeFocused()
    // Without focus, a key returns to the last item.
    await items.nth(1).blur()
    await page.keyboard.press('k')
    await expect(items.nth(1)).toBeFocused()
    await page.keyboard.press('k')
    await expect(items.nth(0)).toBeFocused()

    await page.keyboard.press('a')
    await expect(items.nth(0)).toContainText('For you')
    await page.keyboard.press('e')
    await expect(items).toHaveCount(2)
    // The next item receives the focus.
    await expect(items.nth(0)).toBeFocused()
    await page.keyboard.press('z')
    await expect(items).toHaveCount(3)

    await page.keyboard.press('j')
    await page.keyboard.press('s')
    await expect(items).toHaveCount(2)
    // The list may refresh before this toast is placed below that of the assignment.
    const snoozed = page.getByRole('status').filter({ hasText: 'Snoozed' })
    await snoozed.getByRole('button', { name: 'Undo' }).click()
    await expect(items).toHaveCount(3)

    await items
      .nth(0)
      .getByRole('link', { name: /^Reply/ })
      .focus()
    await page.keyboard.press('r')
    await page.waitForURL(/\/admin\/leads\/.+#reply$/)
    await page.goBack()
    await expectAccessible(page, '/admin')
  },
)

test('an item that leaves before its answer came can be undone', async ({ ownerPage: page, app }) => {
  const visitor = newVisitor()
  expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
  await page.goto('/admin')
  const items = page.getByRole('list', { name: 'Needs you' }).getByRole('listitem')
  const item = items.filter({ hasText: visitor.name })
  const status = page.getByRole('status')
  await item.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(status.filter({ hasText: 'Undo' })).toHaveCount(1)

  // Another inquiry reloads the list. That load reads it after the item was snoozed, and ends before its answer comes.
  const load = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const loading = Promise.withResolvers<void>()
  await page.route('**/admin.data*', async (route) => {
    if (route.request().method() === 'POST') {
      const response = await route.fetch()
      load.resolve()
      await answer.promise
      return route.fulfill({ response })
    }
    loading.resolve()
    await load.promise
    return route.continue()
  })
  const before = await items.count()
  const other = newVisitor()
  expect((await sendInquiry(app.url, other)).ok).toBe(true)
  await loading.promise
  await item.focus()
  await page.keyboard.press('s')
  await expect(items.filter({ hasText: other.name })).toBeVisible()
  await expect(item).toHaveCount(0)
  answer.resolve()
  await expect(status.filter({ hasText: 'Snoozed' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.keyboard.press('z')
  await expect(item).toContainText('For you')
  await expect(items).toHaveCount(before + 1)

  // The rest of the file begins with three items.
  for (const each of [item, items.filter({ hasText: other.name })]) {
    await each.getByRole('button', { name: 'Done' }).click()
    await expect(each).toHaveCount(0)
  }
  await expect(items).toHaveCount(before - 1)
})

test('buttons do the same as keys, and a menu offers other times and members', async ({
  ownerPage: page,
}) => {
  await page.goto('/admin')
  const items = page.getByRole('list', { name: 'Needs you' }).getByRole('listitem')
  await expect(items).toHaveCount(3)
  await items.first().getByLabel('Snooze for another time').click()
  await items.first().getByRole('button', { name: 'Until next week' }).click()
  await expect(items).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: 'Snoozed' })).toContainText('Until next week.')
  await items.first().getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(items.first()).toContainText('For you')
  await page.getByRole('link', { name: 'Mine' }).click()
  await expect(items).toHaveCount(1)
  await items.first().getByLabel('Assign to somebody else').click()
  await items.first().getByRole('button', { name: 'Nobody' }).click()
  await expect(items).toHaveCount(0)
  await page.getByRole('link', { name: 'Everyone’s' }).click()
  await items.first().getByRole('button', { name: 'Done' }).click()
  await expect(items).toHaveCount(1)
  // The item leaves the list before the server has answered; the next test needs it stored.
  await expect(page.getByRole('status').filter({ hasText: 'Done' })).toBeVisible()
})

test('on a phone the menu opens from the bar at the bottom', async ({ ownerPage: page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/admin')
  const bar = page.getByRole('navigation', { name: 'Shortcuts' })
  await expect(bar.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('button', { name: 'More' }).click()
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await menu.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(menu).toBeHidden()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an item is done with its button', async ({ ownerPage: page }) => {
    await page.goto('/admin')
    const items = page.getByRole('list', { name: 'Needs you' }).getByRole('listitem')
    await expect(items).toHaveCount(1)
    await items.first().getByRole('button', { name: 'Done' }).click()
    await expect(items).toHaveCount(0)
  })
})
