import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'

const content = `## لماذا نجيب ليلاً

الناس يتصلون عندما يحتاجون إلى المساعدة، و AI يجيبهم.

- أولاً: الهاتف
- ثانياً: البريد

> لا أحد ينتظر حتى الصباح.

    npm run start --port 3000

والسطر \`const a = 1;\` يبقى كما هو.`

test('a post is written in Arabic, and reads from the right', async ({ page, ownerPage }) => {
  const title = `AI يجيب في الليل ${Date.now().toString(36)}`
  await ownerPage.goto('/admin/blog')
  await ownerPage.getByRole('textbox', { name: 'Title' }).fill(title)
  await ownerPage.getByRole('textbox', { name: 'Content' }).fill(content)
  await ownerPage.getByRole('textbox', { name: 'Author' }).fill('ليلى حداد')
  await ownerPage.getByRole('combobox', { name: 'Language' }).selectOption('العربية')
  await ownerPage.getByRole('checkbox', { name: 'Published' }).check()
  await ownerPage.getByRole('button', { name: 'Create post' }).click()
  await expect(ownerPage.getByRole('status')).toContainText('Blog post published successfully')
  await ownerPage.getByRole('link', { name: `Edit ${title}` }).click()
  await expect(ownerPage.getByRole('form', { name: 'Edit post' })).toBeVisible()
  await expect(ownerPage.getByRole('combobox', { name: 'Language' })).toHaveValue('ar')
  await expect(ownerPage.getByRole('textbox', { name: 'Author' })).toHaveValue('ليلى حداد')

  await page.goto('/blog')
  await expect(page.getByRole('heading', { name: title })).toHaveAttribute('dir', 'rtl')
  await page.getByRole('link', { name: title, exact: true }).click()
  const article = page.locator('article')
  await expect(article).toHaveAttribute('lang', 'ar')
  await expect(article).toHaveCSS('direction', 'rtl')
  await expect(article.locator('pre')).toHaveCSS('direction', 'ltr')
  await expect(article.getByText('By ليلى حداد')).toHaveAttribute('lang', 'en')
  await expectAccessible(page, new URL(page.url()).pathname)
  await expectAccessible(ownerPage, new URL(ownerPage.url()).pathname)
})
