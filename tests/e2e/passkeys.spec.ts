import type { Page } from '@playwright/test'

import { findings, sidewaysExcess } from './axe.ts'
import { expect, owner, testOnFreshServer } from './fixtures.ts'

const test = testOnFreshServer()

/** Adds an authenticator, simulated by Chromium, that always verifies its user. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is added, signs in, and is refused once it was removed', async ({
  ownerPage: page,
  browser,
  app,
  expectedConsole,
}) => {
  expectedConsole.push('400', '401')
  await addAuthenticator(page)
  const passkeys = page.getByRole('region', { name: 'Passkeys' })

  await test.step('it is added under Account, with the password', async () => {
    await page.goto('/admin/account')
    await passkeys.getByLabel('Passkey name').fill('Work <laptop>')
    await passkeys.getByLabel('Account password').fill('not the phrase')
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(passkeys.getByText('This is not your password.')).toBeVisible()
    await passkeys.getByLabel('Account password').fill(owner.password)
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(passkeys.getByRole('listitem')).toContainText('Work <laptop>')
    await expect(passkeys.getByRole('listitem')).toContainText('never used')
    await expect(page.getByText('Passkey added')).toBeVisible()
    expect(await findings(page)).toEqual([])
  })

  await test.step('it signs in without a password, to the page that was wanted', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/admin\/login/)
    await page.goto('/admin/login?next=%2Fadmin%2Faccount', { waitUntil: 'commit' })
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    expect(await sidewaysExcess(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
    await expect(passkeys.getByRole('listitem')).toContainText('last used')
  })

  await test.step('once it was removed in another browser, it signs in no more', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    const offer = page.getByRole('button', { name: 'Sign in with a passkey' })
    await expect(offer).toBeVisible()
    const elsewhere = await browser.newContext({ baseURL: app.url })
    const other = await elsewhere.newPage()
    await other.goto('/admin/login?next=%2Fadmin%2Faccount')
    await other.getByRole('textbox', { name: 'Email' }).fill(owner.email)
    await other.getByLabel('Password').fill(owner.password)
    await other.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(other.locator('[data-state=awake]').first()).toBeVisible()
    const theirs = other.getByRole('region', { name: 'Passkeys' })
    await theirs.getByLabel('Account password').fill(owner.password)
    await theirs.getByRole('button', { name: 'Remove the passkey Work <laptop>' }).click()
    await expect(theirs.getByRole('listitem')).toHaveCount(0)
    await offer.click()
    await expect(page.getByRole('alert')).toContainText('This passkey does not belong to an account here.')
    await expect(page).toHaveURL(/\/admin\/login/)
    await other.goto('/admin/login')
    await expect(other.getByRole('button', { name: 'Sign In' })).toHaveCount(1)
    await elsewhere.close()
  })
})
