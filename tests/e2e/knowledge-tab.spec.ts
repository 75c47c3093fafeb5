import type { Page } from '@playwright/test'

import { createPdf } from '#tests/factories/pdf.ts'

import { findings, sidewaysExcess } from './axe.ts'
import { expect, test } from './fixtures.ts'

let made = 0
const newName = (words: string) => `${words} ${Date.now().toString(36)}${(made += 1)}`

const rowOf = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })

async function addText(page: Page, title: string, text: string) {
  await page.goto('/admin/knowledge')
  await page.getByRole('tab', { name: 'Text' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Text' }).fill(text)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').last()).toContainText('Knowledge base text content saved')
}

const pdfFile = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(bytes),
})

test(
  'a text is added, read while the page stands open, found, shown, renamed and deleted',
  { tag: '@main' },
  async ({ ownerPage: page, expectedConsole }) => {
    // A focused link fetches its page ahead, which may be that of the item being deleted.
    expectedConsole.push('404')
    const title = newName('Opening hours')
    await addText(page, title, '# Weekdays\n\nWe answer from nine to five.')
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('')
    await expect(rowOf(page, title).getByText('Ready')).toBeVisible()
    await expect(rowOf(page, title)).toContainText('1 KB')

    await page.getByRole('searchbox', { name: 'Search items' }).fill(title)
    await page.getByRole('searchbox', { name: 'Search items' }).press('Enter')
    await expect(page.getByText('1–1 of 1')).toBeVisible()
    await page.getByRole('combobox', { name: 'Type' }).selectOption('PDF')
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
    await page.getByRole('link', { name: 'Clear the filters' }).click()

    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Weekdays' })).toBeVisible()
    await expect(page.getByText('We answer from nine to five.')).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 800 })
    expect(await sidewaysExcess(page)).toBeLessThanOrEqual(0)
    await page.getByRole('switch', { name: `Use ${title}` }).uncheck()
    await expect(page.getByText('The assistant does not use it.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Title' }).fill(`${title} renamed`)
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `${title} renamed` })).toBeVisible()

    await page.getByRole('link', { name: 'Knowledge Base' }).last().click()
    await expect(rowOf(page, `${title} renamed`)).toContainText('Not used')
    expect(await sidewaysExcess(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: `Delete ${title} renamed` }).click()
    const deleted = page.getByRole('status').filter({ hasText: 'Knowledge base item deleted' })
    await deleted.getByRole('button', { name: 'Undo' }).click()
    await expect(rowOf(page, `${title} renamed`)).toBeVisible()
    await page.getByRole('button', { name: `Delete ${title} renamed` }).click()
    await expect(page.getByRole('status').last()).toContainText('Knowledge base item deleted')
    await expect(rowOf(page, `${title} renamed`)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Items' })).toBeFocused()
  },
)

test('PDFs are uploaded together, read, shown with their pages, and deleted from their page', async ({
  ownerPage: page,
}) => {
  const first = newName('prices')
  const second = newName('terms')
  await page.goto('/admin/knowledge')
  await page
    .getByLabel('PDF file')
    .setInputFiles([
      pdfFile(
        `${first}.pdf`,
        createPdf([[{ text: 'Prices', size: 18 }, `${first}: two hundred a month.`], ['And more.']]),
      ),
      pdfFile(`${second}.pdf`, createPdf([[`${second}: thirty days.`]])),
    ])
  await page.getByRole('button', { name: 'Upload' }).click()
  for (const name of [first, second]) {
    await expect(page.getByText(`File "${name}.pdf" uploaded successfully`)).toBeVisible()
    await expect(rowOf(page, name).getByText('Ready')).toBeVisible()
  }
  await expect(page.getByLabel('PDF file')).toHaveValue('')

  await page.getByRole('link', { name: first, exact: true }).click()
  await expect(page.getByText(`${first}: two hundred a month.`)).toBeVisible()
  await expect(page.getByText('Page 2')).toBeVisible()
  const address = await page.getByRole('link', { name: 'Open PDF' }).getAttribute('href')
  expect((await page.request.get(address ?? '')).headers()['content-type']).toBe('application/pdf')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status').last()).toContainText('Knowledge base item deleted')
  await expect(page.getByRole('heading', { level: 1, name: 'Knowledge Base' })).toBeVisible()
  await expect(rowOf(page, first)).toHaveCount(0)
  expect((await page.request.get(address ?? '')).status()).toBe(404)
})

test('refused files are named and stay selected; a file that is too large is not even sent', async ({
  ownerPage: page,
  expectedConsole,
}) => {
  expectedConsole.push('400')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await page.goto('/admin/knowledge')
  const field = page.getByLabel('PDF file')
  await field.setInputFiles(pdfFile('huge.pdf', Buffer.alloc(10_485_761, '%PDF-1.7 ')))
  await page.getByRole('button', { name: 'Upload' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('"huge.pdf" is larger than 10 MB. Please choose a smaller file.')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  expect(await field.evaluate((input: HTMLInputElement) => input.files?.[0]?.name)).toBe('huge.pdf')
  expect(sent).toEqual([])

  await field.setInputFiles(pdfFile('trick.pdf', Buffer.from('no pdf')))
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(alert).toHaveText('"trick.pdf" is not a PDF. Please choose a PDF file.')
  expect(sent).toHaveLength(1)
})

test(
  'an empty URL does nothing; a page is scraped, and one that cannot be says why',
  { tag: '@main' },
  async ({ ownerPage: page, app }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url())
    })
    await page.goto('/admin/knowledge?tab=url')
    const field = page.getByRole('textbox', { name: 'URL' })
    const scrape = page.getByRole('button', { name: 'Scrape' })
    for (const nothing of ['', '   ']) {
      await field.fill(nothing)
      await scrape.click()
    }
    expect(sent).toEqual([])
    await expect(page.getByRole('status')).toHaveCount(0)

    await field.fill(`${app.url}/about`)
    await scrape.click()
    await expect(page.getByRole('status')).toContainText('URL content scraped successfully')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByRole('status')).toHaveCount(0)
    await expect(rowOf(page, 'About').getByText('Ready')).toBeVisible()

    const missing = `${app.url}/no-such-page`
    await field.fill(missing)
    await scrape.click()
    await expect(page.getByRole('alert')).toContainText('The page answered with an error (404).')
    await expect(rowOf(page, missing)).toContainText('Failed')
    await expect(rowOf(page, missing)).toContainText('The page answered with an error (404).')
    await expect(page.getByText('URL content scraped successfully')).toHaveCount(0)
    expect(sent).toHaveLength(2)

    await page.getByRole('link', { name: missing }).click()
    const interval = page.getByRole('combobox', { name: 'Read again automatically' })
    await interval.selectOption('Every week')
    await expect(page.getByRole('status')).toContainText('Saved')
    await page.reload()
    await expect(interval).toHaveValue('week')
  },
)

test('the tabs are one stop of the keyboard, and what was typed in one stays', async ({
  ownerPage: page,
}) => {
  await page.goto('/admin/knowledge')
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(page.getByRole('tablist').getByRole('tab')).toHaveText(['Upload', 'Text', 'URL'])
  await tab('Upload').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Text')).toBeFocused()
  await expect(tab('Text')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Text' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('Half a title')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('End')
  await expect(page.getByRole('tabpanel')).toHaveAccessibleName('URL')
  await page.keyboard.press('ArrowRight')
  await expect(tab('Upload')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Home')
  await expect(page.getByLabel('PDF file')).toBeVisible()
  await tab('Text').click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a title')
})

test('each form can be reached and sent without script', async ({ browser, app, ownerCookie }) => {
  const context = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false })
  await context.addCookies([{ ...ownerCookie, url: app.url }])
  const page = await context.newPage()
  const title = newName('Without script')
  await page.goto('/admin/knowledge')
  await page.getByRole('tab', { name: 'Text' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Text' }).fill('A text.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
  await context.close()
})
