import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('the menu can be narrowed and the colours chosen, and both are remembered', async ({
  ownerPage: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/people')
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await expect(menu.getByRole('group')).toHaveCount(4)
  await page.getByRole('button', { name: 'Narrow the menu' }).click()
  await page.reload()
  const people = menu.getByRole('link', { name: 'People', exact: true })
  expect((await people.boundingBox())?.width).toBeLessThan(60)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await people.focus()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Conversations', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Widen the menu' }).click()

  await page.emulateMedia({ colorScheme: 'dark' })
  const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await expect.poll(colour).toBe('dark')
  await page.getByRole('radio', { name: 'Light' }).check()
  await expect.poll(colour).toBe('light')
  await page.reload()
  expect(await colour()).toBe('light')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect.poll(colour).toBe('dark')
  await page.getByRole('radio', { name: 'System' }).check()
  await expect.poll(colour).toBe('light')
  await expectAccessible(page, '/admin/people')
})
