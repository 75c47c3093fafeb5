import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { expectAccessible, findings } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { holdScripts } from './hold-scripts.ts'

let made = 0
const newTitle = (words: string) => `${words} ${Date.now().toString(36)}${(made += 1)}`

async function write(page: Page, fields: { title: string; content: string; tags?: string }) {
  await page.getByRole('textbox', { name: 'Title' }).fill(fields.title)
  await page.getByRole('textbox', { name: 'Tags' }).fill(fields.tags ?? '')
  await page.getByRole('textbox', { name: 'Content' }).fill(fields.content)
}

test(
  'a post is written, previewed, published, read, edited and taken back',
  { tag: '@main' },
  async ({ page, ownerPage, expectedConsole }) => {
    expectedConsole.push('404')
    const title = newTitle('Answering at night')
    await ownerPage.goto('/admin/blog')
    await write(ownerPage, { title, content: '## Why\n\nBecause *people* call.', tags: 'Voice, Night' })
    const preview = ownerPage.getByRole('region', { name: 'Preview' })
    await expect(preview.getByRole('heading', { name: 'Why' })).toBeVisible()
    await expect(ownerPage.getByText('Draft saved')).toBeVisible()
    await ownerPage.getByRole('button', { name: 'Create post' }).click()
    await expect(ownerPage.getByRole('status')).toContainText('saved as draft successfully')
    await expect(ownerPage.getByRole('textbox', { name: 'Title' })).toHaveValue('')

    await page.goto('/blog')
    await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(0)
    await ownerPage.getByRole('button', { name: `Publish ${title}` }).click()
    await expect(ownerPage.getByRole('status').last()).toContainText('Blog post published successfully')

    await page.goto('/blog')
    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(/^Published on \w+ \d+, \d{4}$/)).toBeVisible()
    await expect(page.getByText('Because people call.')).toBeVisible()
    const address = page.url()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('link', { name: 'Home', exact: true })).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.emulateMedia({ media: null })

    await ownerPage.getByRole('link', { name: `Edit ${title}` }).click()
    await expect(ownerPage.getByRole('form', { name: 'Edit post' })).toBeVisible()
    await ownerPage.getByRole('textbox', { name: 'Content' }).fill('See https://example.com/night now.')
    await expect(ownerPage.getByText('Draft saved')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Because people call.')).toBeVisible()
    const saved = ownerPage.waitForResponse(
      (response) => response.request().method() === 'POST' && !response.url().includes('draft'),
    )
    await ownerPage.getByRole('button', { name: 'Save', exact: true }).click()
    await saved
    await expect(ownerPage.getByRole('status').last()).toContainText('Blog post published successfully')
    await page.reload()
    const link = page.getByRole('link', { name: 'https://example.com/night' })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)

    await ownerPage.getByText(/^Revisions/).click()
    await ownerPage
      .getByRole('button', { name: 'Restore version 2' })
      .or(ownerPage.getByRole('button', { name: 'Restore version 1' }))
      .first()
      .click()
    await expect(ownerPage.getByText(/This is your draft/)).toBeVisible()
    await expect(ownerPage.getByRole('textbox', { name: 'Content' })).toHaveValue(/Because \*people\* call/)
    await ownerPage.getByRole('button', { name: 'Discard draft' }).click()
    await expect(ownerPage.getByRole('textbox', { name: 'Content' })).toHaveValue(/example\.com/)

    await ownerPage.goto('/admin/blog')
    await ownerPage.getByRole('button', { name: `Unpublish ${title}` }).click()
    await expect(ownerPage.getByRole('button', { name: `Publish ${title}` })).toBeVisible()
    const gone = await page.goto(address)
    expect(gone?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Blog Post Not Found' })).toBeVisible()
    await expect(page.getByText("The blog post you're looking for doesn't exist.")).toBeVisible()
    await page.getByRole('link', { name: '← Back to Blog' }).click()
    await expect(page).toHaveURL(/\/blog$/)

    await ownerPage.getByRole('button', { name: `Delete ${title}` }).click()
    const dialog = ownerPage.getByRole('alertdialog')
    await expect(dialog).toContainText(`Are you sure you want to delete "${title}"?`)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(ownerPage.getByRole('status').last()).toContainText('Blog post deleted successfully')
    await expect(ownerPage.getByRole('link', { name: title })).toHaveCount(0)
  },
)

test('a second editor’s stale save shows both texts and overwrites nothing', async ({
  ownerPage,
  expectedConsole,
}) => {
  expectedConsole.push('409')
  const title = newTitle('Two at once')
  await ownerPage.goto('/admin/blog')
  await write(ownerPage, { title, content: 'Line one\nLine two' })
  await ownerPage.getByRole('checkbox', { name: 'Published' }).check()
  await ownerPage.getByRole('button', { name: 'Create post' }).click()
  await ownerPage.getByRole('link', { name: `Edit ${title}` }).click()
  await expect(ownerPage.getByRole('textbox', { name: 'Content' })).toHaveValue('Line one\nLine two')
  const other = await ownerPage.context().newPage()
  await other.goto(ownerPage.url())
  await other.getByRole('textbox', { name: 'Content' }).fill('Line one\nTheir line')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByRole('status')).toContainText('published successfully')

  await ownerPage.getByRole('textbox', { name: 'Content' }).fill('Line one\nMy line')
  await ownerPage.getByRole('button', { name: 'Save', exact: true }).click()
  const both = ownerPage.getByRole('alert', { name: 'Both versions' })
  await expect(both).toContainText('Theirs: Their line')
  await expect(both).toContainText('Yours: My line')
  expect(await findings(ownerPage)).toEqual([])
  await expect(ownerPage.getByRole('textbox', { name: 'Content' })).toHaveValue('Line one\nMy line')
  const slug = await ownerPage.getByRole('link', { name: 'View', exact: true }).getAttribute('href')
  await other.goto(slug ?? '')
  await expect(other.getByText('Their line')).toBeVisible()
  await ownerPage.getByRole('button', { name: 'Save mine' }).click()
  await expect(both).toBeHidden()
  await other.reload()
  await expect(other.getByText('My line')).toBeVisible()
})

test('what is written before the editor’s script has come is kept, and saved', async ({ ownerPage }) => {
  const title = newTitle('Early')
  await ownerPage.goto('/admin/blog')
  await write(ownerPage, { title, content: 'Old words' })
  await ownerPage.getByRole('button', { name: 'Create post' }).click()
  const edit = await ownerPage.getByRole('link', { name: `Edit ${title}` }).getAttribute('href')
  const { release } = await holdScripts(ownerPage)
  await ownerPage.goto(edit ?? '', { waitUntil: 'commit' })
  const content = ownerPage.getByRole('textbox', { name: 'Content' })
  await content.fill('New words')
  release()
  await ownerPage.locator('[data-state=awake]').first().waitFor()
  await expect(content).toHaveValue('New words')
  await ownerPage.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ownerPage.getByRole('status')).toContainText('Success')
  await ownerPage.reload()
  await expect(content).toHaveValue('New words')
})

test('pictures are uploaded for the post and into its text, and other files are refused', async ({
  page,
  ownerPage,
  expectedConsole,
}) => {
  expectedConsole.push('400')
  const title = newTitle('With pictures')
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#3366cc' } })
    .jpeg()
    .toBuffer()
  await ownerPage.goto('/admin/blog')
  await write(ownerPage, { title, content: 'Before.\n' })
  const own = ownerPage.getByLabel('Upload image')
  await own.setInputFiles({ name: 'trick.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await expect(ownerPage.getByText('"trick.png" is not a picture we can show.')).toBeVisible()

  await own.setInputFiles({ name: 'office.jpg', mimeType: 'image/jpeg', buffer })
  const url = ownerPage.getByRole('textbox', { name: 'Image URL' })
  await expect(url).toHaveValue(/^\/images\/[\w-]+\/1200x900\.webp$/)
  const description = ownerPage.getByRole('textbox', { name: 'Image description' })
  await expect(description).toBeFocused()
  await description.fill('Our office')
  await ownerPage.getByRole('radio', { name: 'Top left' }).check()
  await expect(url).toHaveValue(/#left-top$/)

  const content = ownerPage.getByRole('textbox', { name: 'Content' })
  await ownerPage.getByLabel('Pictures for the text').setInputFiles({
    name: 'inside.jpg',
    mimeType: 'image/jpeg',
    buffer,
  })
  // The end of the upload must not move the focus.
  await expect(content).toHaveValue(/!\[Uploading inside\.jpg…\]\(\)/)
  await ownerPage.getByRole('textbox', { name: 'Tags' }).focus()
  await expect(content).toHaveValue(/!\[What it shows\]\(\/images\//)
  await expect(ownerPage.getByRole('textbox', { name: 'Tags' })).toBeFocused()
  await ownerPage.getByRole('checkbox', { name: 'Published' }).check()
  await ownerPage.getByRole('button', { name: 'Create post' }).click()
  await ownerPage.getByRole('link', { name: `View ${title}` }).click()

  await page.goto(new URL(ownerPage.url()).pathname)
  for (const name of ['Our office', 'What it shows']) {
    const image = page.getByRole('img', { name })
    await image.scrollIntoViewIfNeeded()
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => [img.naturalWidth > 0, img.currentSrc]))
      .toEqual([true, expect.stringMatching(/\/images\/[\w-]+\/\d+\.avif$/)])
  }
  const kept = await page.request.get(
    (await page.getByRole('img', { name: 'Our office' }).getAttribute('src')) ?? '',
  )
  expect([kept.status(), kept.headers()['cache-control']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
})

test('posts are imported after a preview, and exported', { tag: '@main' }, async ({ ownerPage }) => {
  const title = newTitle('Moved')
  await ownerPage.goto('/admin/blog')
  await ownerPage.getByRole('link', { name: 'Import and export' }).click()
  const form = ownerPage.getByRole('form', { name: 'Import posts' })
  const choose = async (name: string, text: string) => {
    await form.getByLabel('File').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    await form.getByRole('button', { name: 'Import' }).click()
  }
  await choose('notes.txt', 'no file of posts')
  await expect(ownerPage.getByText('This is no file of posts that can be read here')).toBeVisible()

  const post = {
    id: newTitle(''),
    title,
    slug: '',
    html: '<p>Hello</p>',
    status: 'published',
    published_at: '2024-01-01',
  }
  const hidden = { ...post, id: newTitle('hidden'), title: `${title} for members`, visibility: 'members' }
  await ownerPage.goto('/admin/blog/transfer')
  await choose('ghost.json', JSON.stringify({ data: { posts: [post, hidden] } }))
  const preview = ownerPage.getByRole('table', { name: 'Preview' })
  await expect(preview.getByRole('checkbox', { name: title, exact: true })).toBeChecked()
  await expect(preview.getByRole('row', { name: `${title} for members` })).toContainText('for members only')
  await expectAccessible(ownerPage, new URL(ownerPage.url()).pathname)
  await ownerPage.getByRole('button', { name: 'Import selected' }).click()
  const report = ownerPage.getByRole('table', { name: 'Report' })
  await expect(report.getByRole('row', { name: title }).first()).toContainText('Imported')
  await expect(ownerPage.getByText('2 posts were imported.')).toBeVisible()
  const [csv] = await Promise.all([
    ownerPage.waitForEvent('download'),
    ownerPage.getByRole('link', { name: 'Download report' }).click(),
  ])
  expect(csv.suggestedFilename()).toBe('import-report.csv')

  await ownerPage.goto('/admin/blog/transfer')
  const [download] = await Promise.all([
    ownerPage.waitForEvent('download'),
    ownerPage.getByRole('link', { name: 'Download all posts' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^posts-[\d-]+\.zip$/)
  await form.getByLabel('File').setInputFiles(await download.path())
  await form.getByRole('button', { name: 'Import' }).click()
  await expect(preview.getByRole('checkbox', { name: title, exact: true })).not.toBeChecked()
  await expect(preview.getByText('An earlier import brought it here.').first()).toBeVisible()
  await ownerPage.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeVisible()
})

test('missing fields are named, and nothing typed is lost', async ({ ownerPage, expectedConsole }) => {
  expectedConsole.push('400')
  await ownerPage.goto('/admin/blog')
  await write(ownerPage, { title: newTitle('Picture'), content: 'Text' })
  await ownerPage.getByRole('textbox', { name: 'Image URL' }).fill('javascript:alert(1)')
  await ownerPage.getByRole('button', { name: 'Create post' }).click()
  await expect(ownerPage.getByRole('alert')).toContainText('Failed to save blog post')
  await expect(ownerPage.getByText('Please enter an address that begins with')).toBeVisible()
  await expect(ownerPage.getByRole('textbox', { name: 'Content' })).toHaveValue('Text')
})

test('axe finds nothing in the editor, on a post and in lists, light and dark, at three widths', async ({
  page,
  ownerPage,
  engine,
}) => {
  test.skip(engine !== 'sqlite', 'The pages are the same over either database.')
  test.setTimeout(240_000)
  const title = newTitle('Everything a post can hold')
  const section = `${'Words to fill a page with. '.repeat(40)}\n\n`
  const content = `## One\n\n${section}\`\`\`ts\nconst a = "b" // c\n\`\`\`\n\n### Two\n\n> Quote\n\n| a | b |\n| --- | --: |\n| 1 | 2 |\n\n## Three\n\n${section}- a\n- b\n\n[link](https://example.com)\n\n## Four`
  await ownerPage.goto('/admin/blog')
  await write(ownerPage, { title, content, tags: 'Axe, Width' })
  await ownerPage.getByRole('checkbox', { name: 'Published' }).check()
  await ownerPage.getByRole('button', { name: 'Create post' }).click()
  const view = ownerPage.getByRole('link', { name: `View ${title}` })
  await expect(view).toBeVisible()
  const post = (await view.getAttribute('href')) ?? ''
  const edit = (await ownerPage.getByRole('link', { name: `Edit ${title}` }).getAttribute('href')) ?? ''
  const visits: [Page, string][] = [
    ...[post, '/blog', '/blog/tag/axe', '/blog/search?q=words'].map((path): [Page, string] => [page, path]),
    ...['/admin/blog', edit, `${edit}/preview`].map((path): [Page, string] => [ownerPage, path]),
  ]
  for (const [visitor, path] of visits) await expectAccessible(visitor, path)
})
