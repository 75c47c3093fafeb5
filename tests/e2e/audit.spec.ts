import { readFile } from 'node:fs/promises'

import { expect, owner, test } from './fixtures.ts'

test('what the owner does stands in the audit log, found by its words and exported', async ({
  ownerPage,
}) => {
  const title = `Audited ${Date.now()}`
  await ownerPage.goto('/admin/blog')
  await ownerPage.getByRole('textbox', { name: 'Title' }).fill(title)
  await ownerPage.getByRole('textbox', { name: 'Content' }).fill('Words that stay out of the log.')
  await ownerPage.getByRole('button', { name: 'Create post' }).click()
  await expect(ownerPage.getByRole('status')).toBeVisible()

  await ownerPage.goto('/admin/settings')
  await ownerPage.getByRole('link', { name: 'Open the audit log' }).click()
  await expect(ownerPage.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await ownerPage.getByRole('searchbox', { name: 'Search the audit log' }).fill(title)
  await ownerPage.getByRole('combobox', { name: 'Kind of change' }).selectOption('Created a post')
  await expect(ownerPage).toHaveURL(/what=post.created/)
  const row = ownerPage.getByRole('row', { name: title })
  await expect(row).toContainText('Created a post')
  await expect(row).toContainText(owner.email)

  const download = ownerPage.waitForEvent('download')
  await ownerPage.getByRole('link', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2)
  expect(csv).toContain(`post.created,Created a post,Member,,${owner.email}`)

  await row.getByRole('link', { name: title }).click()
  await expect(ownerPage.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
})

test('failed sign-ins are told, without what was typed', async ({ page, ownerPage, expectedConsole }) => {
  expectedConsole.push('401')
  await page.goto('/admin/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await page.getByLabel('Password').fill('my other password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await ownerPage.goto('/admin/audit?what=owner.sign_in_failed')
  await expect(ownerPage.getByRole('row', { name: 'Failed to sign in' }).first()).toContainText(
    'Somebody not signed in',
  )
  expect(await ownerPage.content()).not.toContain('my other password')
})
