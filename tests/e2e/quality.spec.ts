import type { Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { storeKey } from './store-key.ts'

test.describe.configure({ mode: 'serial' })

const question = 'How heavy may a canoe be?'
const passage = 'A canoe may weigh 75 kilograms with all that is in it.'

async function addText(page: Page, title: string, text: string): Promise<void> {
  await page.goto('/admin/knowledge?tab=text')
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Text' }).fill(text)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: title }).getByText('Ready')).toBeVisible({
    timeout: 30_000,
  })
}

/** Starts a test run, and waits for its row and for its end. */
async function runTests(page: Page): Promise<void> {
  await page.goto('/admin/quality')
  const before = page.getByRole('table', { name: 'Tests' }).locator('tbody tr')
  const runs = await before.count()
  await page.getByRole('button', { name: /^Ask / }).click()
  await expect(before).toHaveCount(runs + 1)
  await expect(page.getByRole('heading', { name: 'Last test' })).toBeVisible({ timeout: 60_000 })
}

test('the Quality page catches a regression, and shows the passages of before and now', async ({
  ownerPage: page,
  ai,
}) => {
  test.setTimeout(240_000)
  ai.behave({ kind: 'reply', text: 'Hello.' })
  await storeKey(page)
  await addText(page, 'Canoe guide', passage)
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Quality' }).click()
  await page
    .getByRole('navigation', { name: 'Quality' })
    .getByRole('link', { name: 'Test questions' })
    .click()

  const form = page.getByRole('form', { name: 'Add a test question' })
  await form.getByRole('textbox', { name: 'Question' }).fill(question)
  await form.getByRole('textbox', { name: 'The answer must say' }).fill('75 kilograms | 75 kg')
  await form.getByRole('textbox', { name: 'The answer must cite one of' }).fill('Canoe guide')
  await form.getByRole('button', { name: 'Add question' }).click()
  const row = page.getByRole('row').filter({ hasText: question })
  await expect(row).toContainText('Cites Canoe guide')
  await expect(row).toContainText('Not asked')

  ai.behave({ kind: 'reply', text: 'A canoe may weigh 75 kg [1].' })
  await runTests(page)
  await expect(page.getByRole('region', { name: 'Got worse' })).toHaveCount(0)
  await page.getByRole('link', { name: 'All answers' }).click()
  await expect(page.getByText('It says “75 kilograms” or “75 kg”.')).toBeVisible()
  await expect(page.getByText('It cites “Canoe guide”.')).toBeVisible()

  await page.goto('/admin/knowledge')
  await page.getByRole('button', { name: 'Delete Canoe guide' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Knowledge base item deleted' })).toBeVisible()
  ai.behave({
    kind: 'tool-call',
    name: 'offer_contact_form',
    input: { reason: 'cannot_answer' },
    text: 'I do not know that.',
  })
  await runTests(page)
  const worse = page.getByRole('region', { name: 'Got worse' })
  await expect(worse.getByRole('link', { name: question })).toBeVisible()
  await expect(worse.getByText('It does not say “75 kilograms” or “75 kg”.')).toBeVisible()
  await expect(worse.getByText('I do not know that.')).toBeVisible()
  await expect(worse.getByText(passage)).toBeVisible()
  await expect(worse.getByText('No longer found').first()).toBeVisible()
  const newest = page.getByRole('table', { name: 'Tests' }).getByRole('row').nth(1)
  await expect(newest).toContainText('knowledge')
})

test('a visitor’s question becomes a test question, and goes with the conversation', async ({
  page,
  ownerPage,
  ai,
  expectedConsole,
}) => {
  // The visitor's panel may look for the conversation again after it was deleted.
  expectedConsole.push('404')
  ai.behave({ kind: 'reply', text: 'Yes, we do.' })
  const asked = 'Do you also lend paddles to visitors of canoe tours?'
  await page.goto('/about')
  await page.getByRole('button', { name: 'Open chat' }).click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(asked)
  await page.getByRole('button', { name: 'Send message', exact: true }).click()
  await expect(page.getByRole('log')).toContainText('Yes, we do.')

  await ownerPage.goto('/admin/conversations')
  await ownerPage.getByRole('link', { name: asked }).click()
  await ownerPage.getByRole('link', { name: 'Add to the test questions' }).click()
  const form = ownerPage.getByRole('form', { name: 'Add a test question' })
  await expect(form.getByRole('textbox', { name: 'Question' })).toHaveValue(asked)
  await form.getByRole('combobox', { name: 'Expected' }).selectOption('It says that it does not know')
  await expect(form.getByRole('textbox', { name: 'The answer must say' })).toBeHidden()
  await form.getByRole('button', { name: 'Add question' }).click()
  const row = ownerPage.getByRole('row').filter({ hasText: asked })
  await expect(row).toContainText('From a conversation')

  await row.getByRole('link').click()
  await ownerPage.getByRole('link', { name: 'open it' }).click()
  // The page before has a button of this name too.
  await expect(ownerPage).toHaveURL(/\/admin\/conversations\//)
  await ownerPage.getByRole('button', { name: 'Delete' }).click()
  await expect(ownerPage.getByRole('heading', { level: 1, name: 'Conversations' })).toBeVisible()
  await ownerPage.goto('/admin/quality/questions')
  await expect(ownerPage.getByRole('row').filter({ hasText: question })).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('questions come from the site with one click, wrong input keeps its words, and the bound is saved', async ({
  ownerPage: page,
  ai,
  expectedConsole,
}) => {
  test.setTimeout(120_000)
  expectedConsole.push('400')
  ai.behave({ kind: 'reply', text: 'I cannot write questions.' })
  await addText(
    page,
    'Canoe tours',
    '# Can children come along?\n\nYes, from six years on, with a life vest.',
  )
  await page.goto('/admin/quality/questions')
  await page.getByRole('button', { name: 'Generate from the site' }).click()
  await expect(page.getByRole('status').filter({ hasText: /test questions? added/ })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByRole('row').filter({ hasText: 'From the site' }).first()).toBeVisible()

  const form = page.getByRole('form', { name: 'Add a test question' })
  await form.getByRole('textbox', { name: 'Question' }).fill('Where is it?')
  await form.getByRole('textbox', { name: 'The answer must cite one of' }).fill('/nowhere')
  await form.getByRole('button', { name: 'Add question' }).click()
  await expect(
    form.getByText('“/nowhere” is neither the path of a page nor the title of a knowledge item'),
  ).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Question' })).toHaveValue('Where is it?')

  await page.goto('/admin/quality')
  await page.getByRole('textbox', { name: 'Monthly spending cap for tests ($)' }).fill('7')
  await page.getByRole('checkbox', { name: 'Test automatically after changes' }).uncheck()
  await page.getByRole('form', { name: 'When to test' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: /Monthly spending cap/ })).toHaveValue('7')
  await expect(page.getByRole('checkbox', { name: 'Test automatically' })).not.toBeChecked()
})

test('axe finds nothing on the pages of Quality at three widths, and nothing scrolls sideways', async ({
  ownerPage: page,
}) => {
  test.setTimeout(240_000)
  await page.goto('/admin/quality')
  const run = page.getByRole('link', { name: 'All answers' })
  const paths = ['/admin/quality', '/admin/quality/questions', String(await run.getAttribute('href'))]
  await page.goto('/admin/quality/questions')
  const first = page.getByRole('table', { name: 'Test questions' }).getByRole('link').first()
  paths.push(String(await first.getAttribute('href')))
  for (const path of paths) await expectAccessible(page, path)
})
