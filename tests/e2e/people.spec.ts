import { readFile } from 'node:fs/promises'

import { findings } from './axe.ts'
import { fillContactForm, newVisitor } from './contact-form.ts'
import { expect, test } from './fixtures.ts'

test(
  'people are added, merged and unmerged, and a mistyped address leads to a merge',
  { tag: '@main' },
  async ({ page, ownerPage, expectedConsole }) => {
    // Each rejected form logs this.
    expectedConsole.push('400 (Bad Request)')
    const visitor = newVisitor()
    await page.goto('/contact')
    await fillContactForm(page, visitor)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('status')).toContainText('Message Sent!')

    await ownerPage.goto('/admin/people')
    await expect(
      ownerPage.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'People' }),
    ).toHaveAttribute('aria-current', 'page')
    await ownerPage.getByRole('link', { name: 'Add person' }).click()
    const form = ownerPage.getByRole('form', { name: 'Add person' })
    await form.getByRole('textbox', { name: 'Name' }).fill(`Home of ${visitor.name}`)
    await form.getByRole('textbox', { name: 'Email' }).fill(visitor.email)
    await form.getByRole('button', { name: 'Add person' }).click()
    await expect(form.getByText('A person with this address already exists.')).toBeVisible()
    const home = `home-${visitor.email}`
    await form.getByRole('textbox', { name: 'Email' }).fill(home)
    await form.getByRole('textbox', { name: 'Note' }).fill('Met at the fair')
    await form.getByRole('button', { name: 'Add person' }).click()
    await expect(ownerPage.getByRole('heading', { name: `Home of ${visitor.name}` })).toBeVisible()
    const timeline = ownerPage.getByRole('list', { name: 'Timeline' })
    await expect(timeline).toContainText('Met at the fair')
    expect(await findings(ownerPage)).toEqual([])

    await ownerPage.getByText(`Correct ${home}`).click()
    await ownerPage.getByRole('textbox', { name: 'Corrected address' }).fill(visitor.email)
    await ownerPage.getByRole('button', { name: 'Correct address' }).click()
    await ownerPage.getByRole('button', { name: 'Merge both' }).click()
    const merged = ownerPage.getByRole('list', { name: 'Merged into this person' })
    await expect(merged).toContainText(visitor.email)
    await expect(timeline).toContainText(visitor.message)

    await timeline.getByRole('link', { name: 'Inquiry' }).click()
    await expect(ownerPage.getByRole('heading', { name: visitor.name })).toBeVisible()
    await ownerPage.getByRole('link', { name: 'The person' }).click()
    await ownerPage.getByRole('button', { name: `Unmerge ${visitor.name}` }).click()
    await expect(merged).toHaveCount(0)
    await expect(timeline).not.toContainText(visitor.message)
    await ownerPage.goto(`/admin/people?q=${visitor.email}`)
    await expect(ownerPage.getByRole('table', { name: 'People' }).getByRole('link')).toHaveCount(2)
  },
)

/** On a busy machine background jobs are late. */
const byJob = { timeout: 60_000 }

test('people are imported from a file after a preview, and what was left out is told', async ({
  ownerPage,
  expectedConsole,
}) => {
  test.slow()
  expectedConsole.push('400 (Bad Request)')
  const mark = Date.now()
  const csv = [
    'Kunde;Kontakt;Firma',
    `Zoë ${mark};zoe${mark}@example.com;Groß AG`,
    `=1+1;formula${mark}@example.com;`,
    'Nobody;nobody@;',
  ].join('\r\n')
  await ownerPage.goto('/admin/people')
  await ownerPage.getByRole('link', { name: 'Import CSV' }).click()
  await ownerPage
    .getByLabel('CSV file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'utf16le') })
  await ownerPage.getByRole('button', { name: 'Upload and preview' }).click()
  const columns = ownerPage.getByRole('form', { name: 'Columns' })
  await expect(columns).toContainText('Read as UTF-16, separated by semicolons.', byJob)
  await columns.getByRole('combobox', { name: 'Kunde' }).selectOption('Name')
  await columns.getByRole('combobox', { name: 'Kontakt' }).selectOption('Email')
  await columns.getByRole('button', { name: 'Preview with these columns' }).click()
  await expect(ownerPage.getByRole('heading', { name: '2 new, 0 changed, 1 left out' })).toBeVisible(byJob)
  await expect(ownerPage.getByRole('row', { name: 'Zoë' })).toContainText('New')
  await expect(ownerPage.getByRole('row', { name: 'Nobody' })).toContainText('This is not an e-mail address.')
  await expect(ownerPage.getByText('No consent is stored for imported people')).toBeVisible()
  expect(await findings(ownerPage)).toEqual([])

  const confirm = ownerPage.getByRole('form', { name: 'Confirm the import' })
  await confirm.getByRole('button', { name: 'Import' }).click()
  await expect(confirm.getByText('Please confirm that you may keep')).toBeVisible()
  await confirm.getByRole('checkbox').check()
  await confirm.getByRole('button', { name: 'Import' }).click()
  await expect(ownerPage.getByText('2 added, 0 changed, 1 left out.')).toBeVisible(byJob)
  const download = ownerPage.waitForEvent('download')
  await ownerPage.getByRole('link', { name: 'Download the rows left out' }).click()
  const report = await readFile(await (await download).path(), 'utf8')
  expect(report).toContain('4,Email: This is not an e-mail address.,Nobody,nobody@')

  await ownerPage.goto(`/admin/people?q=${mark}`)
  const table = ownerPage.getByRole('table', { name: 'People' })
  await expect(table.getByRole('link')).toHaveCount(2)
  await table.getByRole('link', { name: `Zoë ${mark}` }).click()
  await expect(ownerPage.getByText('Imported, without a stored consent')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a person is added, noted and found', async ({ ownerPage }) => {
    const email = `plain${Date.now()}@example.com`
    await ownerPage.goto('/admin/people/new')
    await ownerPage.getByRole('textbox', { name: 'Email' }).fill(email)
    await ownerPage.getByRole('button', { name: 'Add person' }).click()
    await ownerPage.getByRole('textbox', { name: 'Note' }).fill('Called back')
    await ownerPage.getByRole('button', { name: 'Add note' }).click()
    await expect(ownerPage.getByRole('list', { name: 'Timeline' })).toContainText('Called back')
    await ownerPage.goto('/admin/people')
    await ownerPage.getByRole('searchbox', { name: 'Search people' }).fill(email)
    await ownerPage.getByRole('searchbox', { name: 'Search people' }).press('Enter')
    await expect(ownerPage.getByRole('table', { name: 'People' }).getByRole('link')).toHaveCount(1)
  })
})
