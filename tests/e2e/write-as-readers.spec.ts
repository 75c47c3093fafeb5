import type { Locator } from '@playwright/test'

import { expect, test } from './fixtures.ts'

/** Pastes as programs fill the clipboard, which tests cannot do themselves. */
async function paste(field: Locator, data: Readonly<Record<string, string>>): Promise<void> {
  await field.evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

const fromWord =
  "<html xmlns:o='urn:schemas-microsoft-com:office:office'><body><h2>Terms<o:p></o:p></h2><p class=MsoNormal>Paid <b>soon</b><o:p></o:p></p></body></html>"

const source = [
  'Some *words*  here.',
  '* one\n* two',
  '<div align="center">raw</div>',
  'Noted[^1].',
  '[^1]: A note.',
  'The end',
].join('\n\n')

test('a post is written as readers see it, and what nobody touches keeps its Markdown', async ({
  ownerPage: page,
}) => {
  const content = page.getByRole('textbox', { name: 'Content' })
  const stored = page.locator('textarea[name=content]')
  const title = `As readers see it ${Date.now()}`
  await page.goto('/admin/blog')
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await content.fill(source)
  await page.getByRole('button', { name: 'Write as readers see it' }).click()
  await expect(content.locator('em')).toHaveText('words')
  await expect(content).toHaveCount(1)
  await expect(stored).toBeHidden()
  await expect(stored).toHaveValue(source)

  await content.getByText('The end').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/tab')
  await expect(page.getByRole('listbox', { name: 'Insert' }).getByRole('option')).toHaveText(['Table'])
  await page.keyboard.press('Enter')
  await page.keyboard.type('Day')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Who')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Monday')
  await page.getByRole('button', { name: 'Add column' }).click()
  const table = '| Day |  | Who |\n| --- | --- | --- |\n| Monday |  |  |'
  await expect(stored).toHaveValue(`${source}\n\n${table}`)
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Preview' }).getByRole('cell', { name: 'Monday' }),
  ).toBeVisible()

  await content.getByText('The end').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await paste(content, { 'text/plain': 'https://end.example/' })
  await page.keyboard.press('Control+b')
  await expect(stored).toHaveValue(/\n\nThe \[\*\*end\*\*\]\(https:\/\/end\.example\/\)\n\n\|/)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(stored).toHaveValue(`${source}\n\n${table}`)

  await page.getByRole('button', { name: 'Create post' }).click()
  await expect(page.getByRole('status')).toContainText('saved as draft successfully')
  await page.getByRole('link', { name: `Edit ${title}` }).click()
  await expect(page.getByRole('button', { name: 'Write Markdown' })).toBeVisible()
  await expect(content.locator('em')).toHaveText('words')
  await page.getByRole('button', { name: 'Write Markdown' }).click()
  await expect(content).toHaveValue(`${source}\n\n${table}`)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Write as readers see it' })).toBeVisible()
})

test('what is typed becomes marks, lists and headings, and pasted pictures are uploaded', async ({
  ownerPage: page,
}) => {
  const content = page.getByRole('textbox', { name: 'Content' })
  const stored = page.locator('textarea[name=content]')
  await page.goto('/admin/blog')
  await content.fill('')
  await page.getByRole('button', { name: 'Write as readers see it' }).click()
  await expect(content).toBeFocused()
  await page.keyboard.type('## Plan')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- **one** and `two`')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('deep')
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('Enter')
  await page.keyboard.type('> quoted')
  await expect(stored).toHaveValue('## Plan\n\n- **one** and `two`\n  - deep\n\n> quoted')
  for (let n = 0; n < 2; n += 1) await page.keyboard.press('Enter')
  await paste(content, { 'text/html': fromWord, 'text/plain': 'Terms Paid soon' })
  await expect(stored).toHaveValue(/> quoted\n\n## Terms\n\nPaid \*\*soon\*\*$/)

  const picture = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
    canvas.getContext('2d')?.fillRect(0, 0, 20, 20)
    return canvas.toDataURL()
  })
  await paste(content, { 'text/html': `<p>Look <img alt="x" src="${picture}"></p>`, 'text/plain': 'Look' })
  await expect(stored).toHaveValue(/Look ?!\[What it shows\]\(\/images\/[^)]+\)/)
  await page.getByRole('button', { name: 'Write Markdown' }).click()

  await content.fill('')
  await paste(content, {
    'text/html': `<p>A <i>dot</i> <img alt="Dot" src="${picture}"></p>`,
    'text/plain': 'A dot',
  })
  await expect(content).toHaveValue(/^A _dot_ !\[Dot\]\(\/images\/[^)]+\)$/)
})

test('rich text is pasted as Markdown, can be undone, and says which pictures are missing', async ({
  ownerPage: page,
}) => {
  const content = page.getByRole('textbox', { name: 'Content' })
  await page.goto('/admin/blog')
  await content.fill('Before ')
  await paste(content, { 'text/html': fromWord, 'text/plain': 'Terms Paid soon' })
  await expect(content).toHaveValue('Before ## Terms\n\nPaid **soon**')
  await page.keyboard.press('Control+z')
  await expect(content).toHaveValue('Before ')
  await paste(content, {
    'text/html': '<p><b>A</b></p><img src="file:///C:/a.png">',
    'text/plain': 'A',
  })
  await expect(page.getByRole('status').filter({ hasText: 'A picture was left out' })).toBeVisible()
  await expect(content).toHaveValue('Before **A**')
})

test('a wrapped paragraph keeps its lines, a task is ticked, and a huge text is pasted at once', async ({
  ownerPage: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const content = page.getByRole('textbox', { name: 'Content' })
  const stored = page.locator('textarea[name=content]')
  await page.goto('/admin/blog')
  await content.fill('one\ntwo\n\n- [ ] task\n\nend')
  await page.getByRole('button', { name: 'Write as readers see it' }).click()
  const task = content.getByRole('listitem')
  const box = await task.boundingBox()
  await page.mouse.click(Number(box?.x) - 14, Number(box?.y) + 12)
  await expect(stored).toHaveValue('one\ntwo\n\n- [x] task\n\nend')
  await content.getByText('one').click()
  await page.keyboard.press('End')
  await page.keyboard.type('.')
  await expect(stored).toHaveValue('one\ntwo.\n\n- [x] task\n\nend')
  await content.getByText('end').click()
  await page.keyboard.press('End')
  const paragraphs = '<p class=MsoNormal>a <b>b</b></p>'.repeat(6000)
  await paste(content, { 'text/html': paragraphs, 'text/plain': ' pasted' })
  await expect(stored).toHaveValue('one\ntwo.\n\n- [x] task\n\nend pasted')
  await expect(page.getByRole('status')).toContainText('Pasted without formatting')
})
