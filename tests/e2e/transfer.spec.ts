import { expect, test } from './fixtures.ts'

test('the content is exported and imported again, and another site is read', async ({
  ownerPage: page,
  app,
  expectedConsole,
}) => {
  // The rejection of the unconfirmed import.
  expectedConsole.push('400 (Bad Request)')
  await page.goto('/admin/transfer')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the content' }).click()
  const path = await (await download).path()

  const form = page.getByRole('form', { name: 'Import content' })
  await form.getByLabel('File', { exact: true }).setInputFiles(path)
  await form.getByRole('button', { name: 'Import' }).click()
  await expect(form.getByText('Please confirm that the current pages will be replaced.')).toBeVisible()
  await form.getByLabel('File', { exact: true }).setInputFiles(path)
  await form.getByRole('checkbox', { name: 'Replace the current content.' }).check()
  await form.getByRole('button', { name: 'Import' }).click()
  await expect(form.getByText('0 of them changed; 0 others were deleted.')).toBeVisible({ timeout: 30_000 })

  const site = page.getByRole('form', { name: 'Import from a site' })
  await site.getByRole('textbox', { name: 'Address' }).fill(`${app.url}/services/ai-chatbots`)
  await site.getByRole('button', { name: 'Read the site' }).click()
  await site.getByRole('link', { name: 'See what was found' }).click({ timeout: 120_000 })
  await expect(page.getByRole('heading', { name: 'What was found' })).toBeVisible()
  const boxes = page.getByRole('form', { name: 'What was found' }).getByRole('checkbox', { checked: true })
  for (const box of (await boxes.all()).slice(1).toReversed()) await box.uncheck()
  await page.getByRole('button', { name: 'Keep the selected items' }).click()
  await expect(page.getByRole('status')).toContainText('Nothing was published.')
  await expect(page.getByRole('link', { name: 'open the draft' })).toHaveCount(1)

  const found = page.url()
  await page.getByRole('link', { name: 'Open the menu under Menus' }).click()
  await expect(page.getByText('Nothing changes until you save it.')).toBeVisible()
  const first = page.getByRole('group', { name: 'Header link 1' })
  await expect(first.getByRole('textbox', { name: 'Label' })).not.toHaveValue('')
  await page.goto(found)
  await page.getByRole('link', { name: 'Open colours and logo under Brand' }).click()
  await expect(page.getByText('Nothing changes until you save them.')).toBeVisible()
  const brand = page.getByRole('form', { name: 'Brand' })
  // Keeps the look for later journeys.
  await brand.getByRole('textbox', { name: 'Accent', exact: true }).fill('#7c6cf6')
  await brand.getByRole('textbox', { name: 'Second accent' }).fill('#22d3ee')
  await brand.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/admin\/brand$/)
})
