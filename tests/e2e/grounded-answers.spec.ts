import type { Page } from '@playwright/test'

import { createPdf } from '#tests/factories/pdf.ts'

import { expect, test } from './fixtures.ts'
import { storeKey } from './store-key.ts'

const question = 'How many months is the warranty on garden sheds?'

/** A PDF whose second page has a fact that no page of the site has. */
const guide = {
  name: 'shed-guide.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    createPdf([
      ['Our garden sheds are built of larch, in three sizes, within two weeks.'],
      ['The warranty on garden sheds is 42 months, counted from the day of delivery.'],
    ]),
  ),
}

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send message', exact: true }).click()
}

test(
  'a fact of a PDF is answered with its citation, opened at its page, and gone with its item',
  { tag: '@main' },
  async ({ page, ownerPage, ai }) => {
    ai.behave({ kind: 'reply', text: 'Hello.' })
    await storeKey(ownerPage)
    await ownerPage.goto('/admin/knowledge')
    await ownerPage.getByLabel('PDF file').setInputFiles(guide)
    await ownerPage.getByRole('checkbox', { name: 'Visitors may open this file' }).check()
    await ownerPage.getByRole('button', { name: 'Upload' }).click()
    await expect(
      ownerPage.getByRole('status').filter({ hasText: 'File "shed-guide.pdf" uploaded successfully' }),
    ).toBeVisible()
    await expect(ownerPage.getByRole('row', { name: /shed-guide/ })).toContainText('Ready')

    ai.behave({ kind: 'reply', text: ['The warranty is **42 months**', ' [1]', '.'] })
    await page.goto('/services')
    await page.getByRole('button', { name: 'Open chat' }).click()
    await ask(page, question)
    const log = page.getByRole('log')
    await expect(log).toContainText('42 months')
    const citation = log.getByRole('link', { name: 'Source 1: shed-guide, page 2' })
    await expect(citation).toHaveText('1')
    const address = (await citation.getAttribute('href')) ?? ''
    expect(address).toMatch(/^\/knowledge\/[\w-]+\/document\.pdf#page=2$/)
    // The PDF opens in a tab of its own, which some test browsers close at once for want of a viewer.
    await Promise.all([page.context().waitForEvent('page'), citation.click()])
    expect(new URL(page.url()).pathname).toBe('/services')
    const opened = await page.request.get(address)
    expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'application/pdf'])

    await page.reload()
    await expect(citation).toHaveText('1')

    await ownerPage.getByRole('button', { name: 'Delete shed-guide' }).click()
    await expect(
      ownerPage.getByRole('status').filter({ hasText: 'Knowledge base item deleted' }),
    ).toBeVisible()

    ai.behave({ kind: 'reply', text: 'I do not know that. A person of our team can tell you.' })
    await page.getByRole('button', { name: 'New conversation' }).click()
    await ask(page, question)
    await expect(log).toContainText('I do not know that.')
    await expect(log.getByRole('link', { name: /^Source/ })).toHaveCount(0)
    await expect(log.getByRole('form', { name: 'Leave us a message' })).toBeVisible()
    // The form must not push the answer out of view.
    await expect(log.getByText('I do not know that.')).toBeInViewport()
    expect(JSON.stringify(ai.requests.at(-1)?.body)).not.toContain('42 months')

    await ownerPage.goto('/admin/knowledge')
    const unanswered = ownerPage.getByRole('region', { name: 'Unanswered questions' })
    await unanswered.getByRole('link', { name: `Answer: ${question}` }).click()
    await expect(ownerPage.getByRole('textbox', { name: 'Title' })).toHaveValue(question)
    const text = ownerPage.getByRole('textbox', { name: 'Text' })
    await text.fill('The warranty on garden sheds is 36 months.')
    const field = await text.elementHandle()
    await ownerPage.getByRole('button', { name: 'Save' }).click()
    await expect(
      ownerPage.getByRole('status').filter({ hasText: 'Knowledge base text content saved' }),
    ).toBeVisible()
    await expect(ownerPage.getByRole('row', { name: /How many months/ })).toContainText('Ready')
    await expect(unanswered).toBeHidden()
    // The form must not be mounted again when its question goes, or it could miss the response to saving.
    expect(await field?.evaluate((element) => element.isConnected)).toBe(true)
    await expect(text).toHaveValue('')
    await expect(ownerPage.getByRole('textbox', { name: 'Title' })).toHaveValue('')

    ai.behave({ kind: 'reply', text: 'It is 36 months [1].' })
    await ask(page, question)
    await log.getByRole('button', { name: `Source 1: ${question}` }).click()
    await expect(log.getByText('The warranty on garden sheds is 36 months.')).toBeVisible()
  },
)

test('what a private PDF says is cited by its passage, and visitors cannot open the file', async ({
  page,
  ownerPage,
  ai,
}) => {
  const sentence = 'Greenhouses of ours are heated to 18 degrees in winter.'
  ai.behave({ kind: 'reply', text: 'Hello.' })
  await storeKey(ownerPage)
  await ownerPage.goto('/admin/knowledge')
  await expect(ownerPage.getByRole('checkbox', { name: 'Visitors may open this file' })).not.toBeChecked()
  const file = { name: 'greenhouses.pdf', mimeType: 'application/pdf' }
  await ownerPage
    .getByLabel('PDF file')
    .setInputFiles({ ...file, buffer: Buffer.from(createPdf([[sentence]])) })
  await ownerPage.getByRole('button', { name: 'Upload' }).click()
  const row = ownerPage.getByRole('row', { name: /greenhouses/ })
  await expect(row).toContainText('Ready')
  await expect(row).toContainText('Private file')

  ai.behave({ kind: 'reply', text: 'They are heated to 18 degrees [1].' })
  await page.goto('/services')
  await page.getByRole('button', { name: 'Open chat' }).click()
  await ask(page, 'How warm are your greenhouses in winter?')
  const log = page.getByRole('log')
  await log.getByRole('button', { name: 'Source 1: greenhouses, page 1' }).click()
  await expect(log.getByText(sentence)).toBeVisible()
  await expect(log.getByRole('link', { name: /greenhouses/ })).toHaveCount(0)

  await ownerPage.getByRole('link', { name: 'greenhouses', exact: true }).click()
  const address =
    (await ownerPage.getByRole('link', { name: 'Open PDF' }).getAttribute('href')) ?? 'no address'
  expect((await ownerPage.request.get(address)).status()).toBe(200)
  expect((await page.request.get(address)).status()).toBe(404)
  await ownerPage.getByRole('switch', { name: 'Visitors may open greenhouses' }).check()
  await expect(ownerPage.getByText('Citations link to it.')).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(200)
})
