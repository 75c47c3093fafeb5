import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'

test.describe.configure({ mode: 'serial' })

async function save(page: Page, model: string, prices?: { input: string; output: string }): Promise<void> {
  await page.goto('/admin/api')
  await page.getByRole('combobox', { name: 'Model', exact: true }).fill(model)
  await page.getByRole('textbox', { name: 'API key' }).fill('sk-test-key-12345678')
  if (prices) {
    await page.getByRole('textbox', { name: 'Input price' }).fill(prices.input)
    await page.getByRole('textbox', { name: 'Output price' }).fill(prices.output)
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'saved successfully' })).toBeVisible()
}

async function openChat(page: Page): Promise<void> {
  await page.goto('/about')
  await page.getByRole('button', { name: 'Open chat' }).click()
}

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send message', exact: true }).click()
}

test('a model that thinks answers, and one that only thinks is a failure that the owner can read about', async ({
  page,
  ownerPage,
  ai,
}) => {
  ai.behave({ kind: 'reasoner', text: 'It costs $299 a month.', tokens: 2500 })
  await save(ownerPage, 'gpt-5-mini')
  await openChat(page)
  await ask(page, 'What does a voice agent cost?')
  const log = page.getByRole('log')
  await expect(log).toContainText('It costs $299 a month.')

  ai.behave({ kind: 'reasoner', text: 'Never.', tokens: 100_000 })
  await ownerPage.getByRole('button', { name: 'Test' }).click()
  await expect(ownerPage.getByRole('alert')).toContainText('used all its tokens for thinking')
  await ask(page, 'And in a year?')
  await expect(log).toContainText('I couldn’t connect to the AI service'.replace('’', "'"))
  await ownerPage.goto('/admin/conversations')
  await ownerPage
    .getByRole('link', { name: /voice agent cost/ })
    .first()
    .click()
  await expect(ownerPage.getByText('used all its tokens for thinking').first()).toBeVisible()
})

test('a retired model is told of, and changed with one button', async ({ ownerPage, ai }) => {
  ai.behave({ kind: 'reply', text: 'Hello.' })
  await save(ownerPage, 'gpt-4')
  await expect(ownerPage.getByText('OpenAI shut gpt-4 down on October 23, 2026.')).toBeVisible()
  await ownerPage.getByRole('button', { name: 'Change to gpt-6.1-sol' }).click()
  await expect(ownerPage.getByText('OpenAI shut gpt-4 down')).toBeHidden()
  await expect(ownerPage.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue('gpt-6.1-sol')
  await ownerPage.getByText('Own price', { exact: true }).click()
  await expect(ownerPage.getByRole('textbox', { name: 'Input price' })).toBeVisible()
})

test('an unknown model answers, and its price is asked for', async ({ page, ownerPage, ai }) => {
  ai.behave({ kind: 'reasoner', text: 'Yes, at any hour.', tokens: 1500 })
  await ownerPage.goto('/admin/api')
  await ownerPage.getByRole('combobox', { name: 'Model', exact: true }).fill('brand-new-9')
  await expect(ownerPage.getByText('The price of brand-new-9 is not known.')).toBeVisible()
  await save(ownerPage, 'brand-new-9', { input: '1.5', output: '6' })
  await expect(ownerPage.getByText('The spending caps count brand-new-9 at your own price.')).toBeVisible()
  await openChat(page)
  await ask(page, 'Do you answer at night?')
  await expect(page.getByRole('log')).toContainText('Yes, at any hour.')
})
