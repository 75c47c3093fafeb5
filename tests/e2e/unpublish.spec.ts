import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'

test('a post that was unpublished is public again after Undo', async ({ page, ownerPage }) => {
  const title = 'A post that is taken back'
  await ownerPage.goto('/admin/blog')
  await ownerPage.getByRole('textbox', { name: 'Title' }).fill(title)
  await ownerPage.getByRole('textbox', { name: 'Content' }).fill('For everybody.')
  await ownerPage.getByLabel('Published', { exact: true }).check()
  await ownerPage.getByRole('button', { name: 'Create post' }).click()
  await ownerPage.getByRole('button', { name: `Unpublish ${title}` }).click()
  const toast = ownerPage.getByRole('status').filter({ hasText: 'Blog post unpublished successfully' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(ownerPage.getByRole('button', { name: `Unpublish ${title}` })).toBeVisible()
  await page.goto('/blog/a-post-that-is-taken-back')
  await expect(page.getByText('For everybody.')).toBeVisible()
})

test('a page that was unpublished is public again after Undo', async ({
  page,
  ownerPage,
  expectedConsole,
}) => {
  expectedConsole.push('404')
  await ownerPage.goto('/admin/pages/workflow-automation/details')
  await ownerPage.getByRole('button', { name: 'Unpublish' }).click()
  const toast = ownerPage.getByRole('status').filter({ hasText: 'Unpublished' })
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(ownerPage.getByRole('status').filter({ hasText: 'Published again' })).toBeVisible()
  await expect(ownerPage.getByText('Visitors see the latest saved version.')).toBeVisible()
  await page.goto('/services/workflow-automation')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an unknown address in the admin is reported inside its frame', async ({
  ownerPage,
  expectedConsole,
}) => {
  expectedConsole.push('404')
  const response = await ownerPage.goto('/admin/nothing-here')
  expect(response?.status()).toBe(404)
  await expect(ownerPage.getByRole('heading', { name: 'Not found' })).toBeVisible()
  const menu = ownerPage.getByRole('navigation', { name: 'Admin' }).first()
  await menu.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(ownerPage.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})

/** Returns the controls and the focused element that toasts cover. */
function coveredByToasts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.toast')]
    const others = [...document.querySelectorAll('button, [role=button], :focus')].filter(
      (element) => element.closest('.toast') === null && element.checkVisibility(),
    )
    return toasts.flatMap((toast) => {
      const box = toast.getBoundingClientRect()
      return others
        .filter((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect()
          const isEmpty = right <= left || bottom <= top
          return !isEmpty && left < box.right && right > box.left && top < box.bottom && bottom > box.top
        })
        .map((element) => element.outerHTML.slice(0, 120))
    })
  })
}

for (const width of [375, 768, 1440])
  test(`toasts cover no buttons and nothing that is focused at ${width} pixels`, async ({ ownerPage }) => {
    await ownerPage.setViewportSize({ width, height: 800 })
    for (const path of ['/admin/settings/backups', '/admin/analytics/settings']) {
      await ownerPage.goto(path)
      await ownerPage.getByRole('button', { name: 'Save' }).click()
      const toast = ownerPage.getByRole('status').filter({ hasText: 'Saved' })
      await expect(toast).toBeVisible()
      await expect.poll(() => coveredByToasts(ownerPage), `on ${path}`).toEqual([])
      await ownerPage.getByRole('button', { name: 'Save' }).focus()
      await ownerPage.mouse.wheel(0, 200)
      await expect.poll(() => coveredByToasts(ownerPage), `on ${path}, scrolled`).toEqual([])
    }
  })
