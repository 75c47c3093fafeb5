import { expect, test } from './fixtures.ts'

test.afterEach(async ({ ownerPage }) => {
  await ownerPage.goto('/admin/facts')
  const hours = ownerPage.getByRole('textbox', { name: /^Hours/ })
  if ((await hours.inputValue()) === '24/7') return
  await hours.fill('24/7')
  await ownerPage.getByRole('button', { name: 'Save' }).click()
  await expect(ownerPage.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
})

test('the owner goes through what is left of the starter, and lets search engines in', async ({
  ownerPage,
  page,
}) => {
  await ownerPage.goto('/admin/checklist')
  const state = ownerPage.getByRole('form', { name: 'Search engines' })
  await expect(state).toContainText('Search engines are kept out')
  const claims = ownerPage.getByRole('table', { name: 'Claims and figures' })
  const before = await claims.getByRole('group').count()

  await claims
    .getByRole('group', { name: 'Languages', exact: true })
    .getByRole('button', { name: 'This is true for us' })
    .click()
  await expect(claims.getByRole('group')).toHaveCount(before - 1)
  await claims
    .getByRole('group', { name: 'Hours', exact: true })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(claims.getByRole('group')).toHaveCount(before - 2)
  await page.goto('/contact')
  await expect(page.getByText('24/7')).toHaveCount(0)

  await ownerPage.getByText('1 confirmed').click()
  await ownerPage
    .getByRole('table', { name: 'Confirmed' })
    .getByRole('button', { name: 'List it again' })
    .click()
  await expect(claims.getByRole('group', { name: 'Languages', exact: true })).toBeVisible()

  await state.getByRole('button', { name: 'Let search engines in now' }).click()
  await expect(state).toContainText('Search engines may list the site')
  expect((await page.request.get('/')).headers()['x-robots-tag']).toBeUndefined()
  await state.getByRole('button', { name: 'Keep out while items are open' }).click()
  await expect(state).toContainText('Search engines are kept out')
  expect((await page.request.get('/')).headers()['x-robots-tag']).toBe('noindex')
})
