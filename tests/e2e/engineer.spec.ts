import { owner } from './fixtures.ts'
import { expect, testOfWorkedExample } from './worked-example.ts'

const test = testOfWorkedExample('docs/worked-example.md')

test('an engineer builds what the worked example says, and finds it on the site', async ({
  app,
  page,
  ownerPage,
  toldChat,
}) => {
  await page.goto('/awards')
  await expect(page.getByText('No awards yet.')).toBeVisible()

  await ownerPage.goto('/admin/account')
  await ownerPage.getByRole('textbox', { name: 'Token name' }).fill('Awards')
  await ownerPage.getByRole('button', { name: 'Create token' }).click()
  const token = await ownerPage.getByRole('textbox', { name: 'Token', exact: true }).inputValue()
  const answer = await fetch(`${app.url}/api/v1/awards`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Site of the Year', giver: 'City of Porto', year: 2026 }),
  })
  expect(answer.ok, await answer.text()).toBe(true)

  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'City of Porto, 2026' })).toBeVisible()
  await expect.poll(toldChat).toEqual(['New award: Site of the Year, City of Porto'])

  await ownerPage.goto('/admin/audit')
  const entry = ownerPage.getByRole('row').filter({ hasText: 'Added an award' })
  await expect(entry).toContainText(owner.email)

  await ownerPage.goto('/admin/pages/about')
  await ownerPage.getByRole('button', { name: 'Add block', exact: true }).click()
  const choice = ownerPage.getByRole('dialog', { name: 'Add a block' })
  await choice.getByRole('searchbox').fill('award')
  await choice.getByRole('button', { name: /^An award/ }).click()
  const form = ownerPage.getByRole('form', { name: 'Block' })
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Site of the Year')
  await form.getByRole('textbox', { name: 'Text of the link to all awards' }).fill('All awards')
  // The starter's page has one already.
  const added = ownerPage
    .frameLocator('iframe[title="Page"]')
    .locator('[data-block]')
    .filter({ has: ownerPage.locator('h2', { hasText: 'Site of the Year' }) })
  await expect(added.getByRole('link', { name: 'All awards' })).toHaveAttribute('href', '/awards')
})
