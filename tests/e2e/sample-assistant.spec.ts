import type { Page } from '@playwright/test'

import { expect, testOnFreshServer } from './fixtures.ts'
import { laterScripts } from './hold-scripts.ts'
import { storeKey } from './store-key.ts'

const test = testOnFreshServer()

const PATH = '/services/ai-chatbots'
const BUDGET = 150 * 1024
const dogs = 'Can I bring my dog on Saturday evening?'

const sampleOf = (page: Page) => page.getByRole('region', { name: 'Ask one that is running' })

test.describe.configure({ mode: 'serial' })

test('without a provider the questions are answered by what the owner wrote, and that is said', async ({
  page,
}) => {
  await page.goto(PATH)
  const sample = sampleOf(page)
  await sample.getByRole('button', { name: dogs }).click()
  const log = sample.getByRole('log', { name: 'Sample conversation' })
  await expect(log).toContainText('Inside they are welcome until 6 pm.')
  await expect(log).toContainText('Played sample')
  await log.getByText('House rules').click()
  await expect(log.getByText('Water bowls stand at the door.', { exact: false })).toBeVisible()
  await expect(sample.getByRole('textbox', { name: 'Your question' })).toBeHidden()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the three questions and answers can be read, and the documents opened', async ({ page }) => {
    await page.goto(PATH)
    const sample = sampleOf(page)
    await expect(sample.getByText('Played sample', { exact: false })).toBeVisible()
    for (const part of ['Inside they are welcome until 6 pm.', 'siete platos', 'until 10:30 pm. On other'])
      await expect(sample.getByText(part, { exact: false })).toBeVisible()
    await expect(sample.getByRole('textbox')).toBeHidden()
    await sample.getByText('Opening hours').first().click()
    await expect(sample.getByText('Closed on Mondays', { exact: false })).toBeVisible()
  })
})

test('with a provider it answers live, cites a passage that can be opened, and leaves no conversation', async ({
  page,
  ownerPage,
  ai,
}) => {
  await storeKey(ownerPage)
  ai.behave({ kind: 'reply', text: 'To the **terrace** at any time [6].' })
  const sizes: Promise<{ responseBodySize: number }>[] = []
  page.on('requestfinished', (request) => {
    if (laterScripts.test(request.url())) sizes.push(request.sizes())
  })
  await page.goto(PATH)
  const sample = sampleOf(page)
  await sample.getByRole('textbox', { name: 'Your question' }).fill('May my dog come along?')
  await sample.getByRole('button', { name: 'Ask', exact: true }).click()
  const log = sample.getByRole('log', { name: 'Sample conversation' })
  await expect(log).toContainText('To the terrace at any time')
  await log.getByRole('button', { name: 'Source 1: House rules' }).click()
  await expect(log.getByText('Water bowls stand at the door.', { exact: false })).toBeVisible()
  await expect(log).not.toContainText('Played sample')
  const bytes = (await Promise.all(sizes)).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  expect(bytes).toBeLessThanOrEqual(BUDGET)
  await ownerPage.goto('/admin/conversations?q=May+my+dog+come+along')
  await expect(ownerPage.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(ownerPage.getByRole('link', { name: 'May my dog come along' })).toHaveCount(0)
})

test('a refused question comes back into the field with the reason', async ({ page, expectedConsole }) => {
  expectedConsole.push('429')
  await page.route('**/api/sample-assistant', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, json: { error: 'Too many tries. Please wait.', code: 'too-many' } })
      : route.fulfill({ json: { isLive: true } }),
  )
  await page.goto(PATH)
  const sample = sampleOf(page)
  const field = sample.getByRole('textbox', { name: 'Your question' })
  await field.fill('How late is it?')
  await field.press('Enter')
  await expect(sample.getByText('Too many tries. Please wait.')).toBeVisible()
  await expect(field).toHaveValue('How late is it?')
  await sample.getByRole('button', { name: dogs }).click()
  await expect(sample.getByRole('log')).toContainText('Inside they are welcome until 6 pm.')
})
