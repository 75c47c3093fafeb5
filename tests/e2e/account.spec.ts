import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { appCode } from '#tests/support/app-code.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

import { expectAccessible, findings, sidewaysExcess } from './axe.ts'
import { expect, owner, test } from './fixtures.ts'

const next = 'seven geese on a gate'

async function givePassword(page: Page, password: string) {
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function giveRecoveryCode(page: Page, code: string) {
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(code)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function openAccount(page: Page) {
  await expect(page.locator('[data-state=awake]').first()).toBeVisible()
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
}

/** Checks a page in its current state at the widths 320 and 1440. */
async function expectStateAccessible(page: Page) {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const [at, scheme] of [
    [320, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: at, height: 900 })
    expect(await findings(page)).toEqual([])
    expect(await sidewaysExcess(page)).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width, height })
}

test('two-factor sign-in, recovery codes, a reset by mail and a session ended from afar', async ({
  page,
  browser,
  engine,
  smtp,
  expectedConsole,
}) => {
  test.setTimeout(120_000)
  expectedConsole.push('400', '401')
  // Uses a server of its own, because the changes to the account would disturb other tests.
  const database = await createTestDatabase(engine)
  const app = await startAppServer({
    ...database.env,
    APP_SECRET: 'another secret for tests, long enough',
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    SMTP_URL: smtp.url,
  })
  const elsewhere = await browser.newContext({ baseURL: app.url })
  const other = await elsewhere.newPage()
  const mailsAbout = (subject: string) => smtp.arrived.filter((mail) => mail.subject.startsWith(subject))
  let key = ''
  let codes: string[] = []

  await test.step('it is turned on with the key and a code', async () => {
    await page.goto(`${app.url}/admin/login`)
    await givePassword(page, owner.password)
    await openAccount(page)
    await page.getByRole('link', { name: 'Set up two-factor sign-in' }).click()
    await page.getByLabel('Your password').fill('not the phrase')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This is not your password.').first()).toBeVisible()
    await expectStateAccessible(page)
    await page.getByLabel('Your password').fill(owner.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
    key = (await page.getByLabel('Key to type instead').textContent()) ?? ''
    await page.getByRole('textbox', { name: 'Code' }).fill('12345')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByText('This is not the code that the app shows now.').first()).toBeVisible()
    await expectStateAccessible(page)
    await page.getByRole('textbox', { name: 'Code' }).fill(appCode(key, Date.now()))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
    await expectStateAccessible(page)
    codes = await page
      .getByRole('list', { name: 'Your recovery codes' })
      .getByRole('listitem')
      .allTextContents()
    expect(codes).toHaveLength(10)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    for (const code of codes) expect(file).toContain(code)
    await page.getByRole('link', { name: 'I have saved them' }).click()
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
    await expect.poll(() => mailsAbout('Two-factor sign-in is on').length).toBe(1)
  })

  await test.step('signing in asks for a code', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.goto(`${app.url}/admin/leads`)
    await givePassword(page, owner.password)
    await expect(page.getByRole('heading', { name: 'Two-factor code' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Code' }).fill('000000')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert')).toContainText('This code is wrong or was already used')
    await expectStateAccessible(page)
    // The next code is already accepted; the current one has just been used.
    await page.getByRole('textbox', { name: 'Code' }).fill(appCode(key, Date.now() + 30_000))
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(/\/admin\/leads$/)
  })

  await test.step('another browser signs in with a recovery code, and is signed out from here', async () => {
    await other.goto('/admin/login')
    await givePassword(other, owner.password)
    await giveRecoveryCode(other, codes[0] ?? '')
    await expect(other.getByRole('navigation', { name: 'Admin' })).toBeVisible()
    await openAccount(page)
    const sessions = page.getByRole('region', { name: 'Sessions', exact: true })
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await expect(sessions.getByRole('listitem').first()).toContainText('This session')
    await expectStateAccessible(page)
    await sessions.getByLabel('Your password').fill(owner.password)
    // Enter presses the first button.
    await expect(sessions.getByRole('button').first()).toHaveText('Sign out everywhere else')
    await sessions.getByRole('button', { name: /^End the session of/ }).click()
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await expect(sessions).toContainText('only here')
    await other.goto('/admin/leads')
    await expect(other.getByRole('form', { name: 'Admin login' })).toBeVisible()
  })

  await test.step('the password is reset by mail, and the second factor stays', async () => {
    await other.getByRole('link', { name: 'Forgot password?' }).click()
    await other.getByRole('textbox', { name: 'Email' }).fill(owner.email)
    await other.getByRole('button', { name: 'Send link' }).click()
    await expect(other.getByRole('status')).toContainText('If this is the address of the owner’s account')
    await expectStateAccessible(other)
    await expect.poll(() => mailsAbout('Set a new password').length).toBe(1)
    const link =
      /http\S+reset-password\?token=[\w-]+/.exec(mailsAbout('Set a new password')[0]?.text ?? '')?.[0] ?? ''
    await expectAccessible(other, link)
    await other.getByRole('textbox', { name: 'New password' }).fill('password1234')
    await other.getByRole('textbox', { name: 'Confirm password' }).fill('password1234')
    await other.getByRole('button', { name: 'Set password' }).click()
    await expect(other.getByText('one of the most common passwords')).toBeVisible()
    await other.getByRole('textbox', { name: 'New password' }).fill(next)
    await other.getByRole('textbox', { name: 'Confirm password' }).fill(next)
    await other.getByRole('button', { name: 'Set password' }).click()
    await expect(other.getByRole('status')).toContainText('Your new password is set.')
    await givePassword(other, next)
    await giveRecoveryCode(other, codes[0] ?? '')
    await expect(other.getByRole('alert')).toContainText('was already used')
    await other.getByRole('textbox', { name: 'Recovery code' }).fill(codes[1] ?? '')
    await other.getByRole('button', { name: 'Sign In' }).click()
    await expect(other.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
    await other.goto(link)
    await expect(other.getByRole('alert')).toContainText('This link was already used')
    await page.goto(`${app.url}/admin/leads`)
    await expect(page.getByRole('form', { name: 'Admin login' })).toBeVisible()
  })

  await test.step('the password is changed and two-factor sign-in turned off in the admin', async () => {
    await other.goto('/admin/account')
    await expect(other.locator('[data-state=awake]').first()).toBeVisible()
    const password = other.getByRole('region', { name: 'Password' })
    await password.getByLabel('Current password').fill(next)
    await password.getByLabel('Two-factor code').fill(codes[2] ?? '')
    await password.getByLabel('New password').fill(owner.password)
    await password.getByLabel('Confirm password').fill(owner.password)
    await password.getByRole('button', { name: 'Change password' }).click()
    await expect(other.getByRole('status')).toContainText('Password changed')
    await expect(password.getByLabel('Current password')).toHaveValue('')
    await other.getByRole('link', { name: 'Manage two-factor sign-in' }).click()
    await expectStateAccessible(other)
    const turnOff = other.getByRole('region', { name: 'Turn it off' })
    await turnOff.getByLabel('Your password').fill(owner.password)
    await turnOff.getByLabel('Two-factor code').fill(codes[3] ?? '')
    await turnOff.getByRole('button', { name: 'Turn off two-factor sign-in' }).click()
    await expect(other.getByRole('button', { name: 'Continue' })).toBeVisible()
    await expect.poll(() => mailsAbout('Two-factor sign-in is off').length).toBe(1)
  })

  // An open page would continue to send requests to its server.
  await elsewhere.close()
  await page.close()
  await app.stop()
  await database.drop()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the admin’s account page lists sessions and ends one', async ({ app, ownerPage, browser }) => {
    const context = await browser.newContext({ baseURL: app.url })
    const other = await context.newPage()
    await other.goto('/admin/login')
    await givePassword(other, owner.password)
    await ownerPage.goto('/admin/account')
    const sessions = ownerPage.getByRole('region', { name: 'Sessions', exact: true })
    await sessions.getByLabel('Your password').fill(owner.password)
    const before = await sessions.getByRole('listitem').count()
    await sessions.getByRole('button', { name: /^End/ }).first().click()
    await expect(sessions.getByRole('listitem')).toHaveCount(before - 1)
    await context.close()
  })
})
