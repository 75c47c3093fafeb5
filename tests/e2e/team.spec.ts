import { startAppServer } from '#tests/support/app-server.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

import { findings, sidewaysExcess } from './axe.ts'
import { expect, owner, test } from './fixtures.ts'

const password = 'seven geese on a gate'

test(
  'an invited person accepts, works in the own role, and is out once removed',
  { tag: '@main' },
  async ({ page, browser, engine, smtp, expectedConsole }) => {
    test.setTimeout(120_000)
    expectedConsole.push('403', '400')
    const database = await createTestDatabase(engine)
    const app = await startAppServer({
      ...database.env,
      APP_SECRET: 'another secret for tests, long enough',
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      SMTP_URL: smtp.url,
    })
    const elsewhere = await browser.newContext({ baseURL: app.url })
    const sales = await elsewhere.newPage()
    const awake = page.locator('[data-state=awake]').first()

    await test.step('the owner invites by mail', async () => {
      await page.goto(`${app.url}/admin/login?next=/admin/team`)
      await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
      await page.getByLabel('Password').fill(owner.password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(awake).toBeVisible()
      const form = page.getByRole('form', { name: 'Invite' })
      await form.getByRole('textbox', { name: 'Email' }).fill(owner.email)
      await form.getByRole('button', { name: 'Invite' }).click()
      await expect(form.getByText('This person is already a member.')).toBeVisible()
      await form.getByRole('textbox', { name: 'Email' }).fill('mia@agency.test')
      await form.getByRole('combobox', { name: 'Role' }).selectOption('sales')
      await form.getByRole('button', { name: 'Invite' }).click()
      await expect(page.getByRole('heading', { name: 'Open invitations' })).toBeVisible()
      for (const [width, colorScheme] of [
        [320, 'dark'],
        [1440, 'light'],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        expect(await findings(page)).toEqual([])
        expect(await sidewaysExcess(page)).toBeLessThanOrEqual(0)
      }
    })

    await test.step('the invited person sets name and password and sees the own role’s pages', async () => {
      const linkIn = () => {
        const mail = smtp.arrived.find(({ envelope }) => envelope.to.includes('mia@agency.test'))
        return /\/admin\/invitation\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? null
      }
      await expect.poll(linkIn).not.toBeNull()
      await sales.goto(linkIn() ?? '')
      expect(await findings(sales)).toEqual([])
      await sales.getByRole('textbox', { name: 'Name' }).fill('Mia Möller')
      await sales.getByLabel('Password', { exact: true }).fill(password)
      await sales.getByLabel('Confirm password').fill(password)
      await sales.getByRole('button', { name: 'Create account' }).click()
      const menu = sales.getByRole('navigation', { name: 'Admin', exact: true })
      await expect(menu.getByRole('link', { name: 'Leads' })).toBeVisible()
      await expect(menu.getByRole('link', { name: 'Settings', exact: true })).toHaveCount(0)
      await sales.goto('/admin/settings')
      await expect(sales.getByRole('heading', { name: 'Not part of your role' })).toBeVisible()
      await expect(menu.getByRole('link', { name: 'Leads' })).toBeVisible()
      const posted = await sales.request.post('/admin/team', {
        form: { intent: 'invite', email: 'friend@agency.test', role: 'owner' },
        headers: { origin: app.url },
      })
      expect(posted.status()).toBe(403)
    })

    await test.step('the log names the person', async () => {
      await page.goto(`${app.url}/admin/audit?what=member.joined`)
      await expect(page.getByRole('cell', { name: /Mia Möller/ })).toBeVisible()
    })

    await test.step('removing the member ends the other browser’s session', async () => {
      await page.goto(`${app.url}/admin/team`)
      await expect(awake).toBeVisible()
      await page.getByRole('button', { name: 'Remove Mia Möller' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByRole('button', { name: 'Remove Mia Möller' })).toHaveCount(0)
      await sales.goto('/admin/leads')
      await expect(sales.getByRole('form', { name: 'Admin login' })).toBeVisible()
      await sales.getByRole('textbox', { name: 'Email' }).fill('mia@agency.test')
      await sales.getByLabel('Password').fill(password)
      await sales.getByRole('button', { name: 'Sign In' }).click()
      await expect(sales.getByRole('alert')).toHaveText('Invalid email or password')
    })

    await elsewhere.close()
    await page.close()
    await app.stop()
    await database.drop()
  },
)
