import { expect, owner, test } from './fixtures.ts'
import { newVisitor } from './contact-form.ts'
import { sendInquiry } from '#tests/support/send-inquiry.ts'

test(
  'a note that is typed while the session ends is saved after signing in again in place',
  { tag: '@main' },
  async ({ ownerPage: page, app, expectedConsole }) => {
    // The browser logs the refusal of a wrong password.
    expectedConsole.push('401')
    const visitor = newVisitor()
    expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
    await page.goto('/admin/leads')
    await page.getByRole('link', { name: visitor.name }).click()
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.fill('They called about the offer.')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Add note' }).click()

    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(dialog.getByLabel('Password')).toBeFocused()
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await expect(note).toHaveValue('They called about the offer.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await dialog.getByLabel('Password').fill('not the password')
    await dialog.getByRole('button', { name: 'Sign In' }).click()
    await expect(dialog.getByText('Invalid email or password')).toBeVisible()
    await dialog.getByLabel('Password').fill(owner.password)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('They called about the offer.')).toHaveCount(1)
    await expect(note).toHaveValue('')
  },
)
