import type { Page } from '@playwright/test'

import { startImapServer } from '#tests/fakes/imap-server.ts'
import { startS3Server } from '#tests/fakes/s3-server.ts'
import { oauthClient, startOnlineCalendars } from '#tests/fakes/online-calendars.ts'
import { sendInquiry } from '#tests/support/send-inquiry.ts'

import { findings, sidewaysExcess } from './axe.ts'
import { expect, owner, startApp, test as base } from './fixtures.ts'

type Calendars = Awaited<ReturnType<typeof startOnlineCalendars>>

/** Its server has no mail server in its environment, and a stand-in for Google and Microsoft. */
const test = base.extend<object, { calendars: Calendars }>({
  calendars: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures asked for off the pattern
    async ({}, use) => {
      const calendars = await startOnlineCalendars()
      await use(calendars)
      await calendars.stop()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ engine, smtp, aiServer, calendars }, use) =>
      startApp({ engine, smtp, aiServer }, use, { SMTP_URL: '', ...calendars.env }),
    { scope: 'worker' },
  ],
})

async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Your password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
}

const told = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first()

test(
  'mail is connected, tested and disconnected on the page',
  { tag: '@main' },
  async ({ ownerPage: page, app, smtp, expectedConsole }) => {
    expectedConsole.push('400')
    const imap = await startImapServer()
    await page.goto('/admin/connections')
    for (const width of [375, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await sidewaysExcess(page), `at ${width} px`).toBeLessThanOrEqual(0)
    }
    expect(await findings(page)).toEqual([])
    await expect(page.getByRole('link', { name: 'Team', exact: true })).toBeInViewport({ ratio: 1 })

    const outgoing = page.getByRole('form', { name: 'Outgoing mail' })
    await outgoing.getByRole('combobox', { name: 'Service' }).selectOption('Postmark')
    await expect(outgoing.getByRole('textbox', { name: 'Host' })).toHaveValue('smtp.postmarkapp.com')
    await expect(outgoing.getByRole('textbox', { name: 'Port' })).toHaveValue('587')
    await outgoing.getByRole('combobox', { name: 'Service' }).selectOption('Other')
    await outgoing.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
    await outgoing.getByRole('textbox', { name: 'Port' }).fill(new URL(smtp.url).port)
    await outgoing.getByRole('textbox', { name: 'User' }).fill('office')
    await outgoing.getByLabel('Password').fill('secret')
    await outgoing.getByRole('textbox', { name: 'From' }).fill('Office <office@agency.test>')
    smtp.behave({ kind: 'refuse-auth' })
    await outgoing.getByRole('button', { name: 'Test' }).click()
    await expect(page.getByText('127.0.0.1 refused the user or the password.')).toBeVisible()
    smtp.behave({ kind: 'accept' })
    await outgoing.getByRole('button', { name: 'Test' }).click()
    await expect(told(page, `on its way to ${owner.email}`)).toBeVisible()
    expect(smtp.arrived.at(-1)?.envelope).toEqual({ from: 'office@agency.test', to: [owner.email] })

    await outgoing.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByLabel('Your password').fill('not the password')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('This is not your password.')).toBeVisible()
    await confirm(page)
    await expect(told(page, 'It is used from now on.')).toBeVisible()
    await expect(outgoing.getByText('Connected', { exact: true })).toBeVisible()
    await expect(outgoing.getByLabel('Password')).toHaveValue('')
    await sendInquiry(app.url, { name: 'Ada', email: 'ada@visitor.test', message: 'Hello' })
    await expect
      .poll(() => smtp.arrived.some(({ envelope }) => envelope.to.includes('ada@visitor.test')))
      .toBe(true)

    const incoming = page.getByRole('form', { name: 'Incoming mail' })
    await incoming.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
    await incoming.getByRole('textbox', { name: 'Port' }).fill(String(imap.port))
    await incoming.getByRole('textbox', { name: 'User' }).fill('hello@agency.example')
    await incoming.getByLabel('Password').fill('secret')
    await incoming.getByRole('button', { name: 'Test' }).click()
    await expect(told(page, 'INBOX on 127.0.0.1 can be read')).toBeVisible()
    await incoming.getByRole('button', { name: 'Save' }).click()
    await confirm(page)
    imap.deliver('From: ada@visitor.test\nMessage-ID: <1@visitor.test>\nSubject: Tuesday\n\nAt ten?')
    await page.goto('/admin')
    await expect(page.getByText('Tuesday', { exact: true }).first()).toBeVisible({ timeout: 60_000 })

    await page.goto('/admin/connections')
    await expect(incoming.getByText('Connected', { exact: true })).toBeVisible()
    await outgoing.getByRole('button', { name: 'Disconnect' }).click()
    await confirm(page)
    await expect(outgoing.getByText('Not connected')).toBeVisible()
    await page.goto('/admin/audit')
    await expect(page.getByText('host: none → 127.0.0.1').first()).toBeVisible()
    await imap.stop()
  },
)

test('the sender’s domain is checked', async ({ ownerPage: page, expectedConsole }) => {
  expectedConsole.push('400')
  await page.goto('/admin/connections')
  await page.getByRole('button', { name: 'Check the domain' }).click()
  await expect(page.getByText('which is not a domain in DNS').first()).toBeVisible()
})

test('a member connects their own calendar at Google and at Microsoft', async ({
  ownerPage: page,
  calendars,
}) => {
  for (const name of ['Google', 'Microsoft 365']) {
    await page.goto('/admin/connections')
    const form = page.getByRole('form', { name: `${name} client` })
    await form.getByRole('textbox', { name: 'Client ID' }).fill(oauthClient.clientId)
    await form.getByRole('textbox', { name: 'Client secret' }).fill(oauthClient.clientSecret)
    await form.getByRole('button', { name: 'Save' }).click()
    await confirm(page)
    await expect(form.getByText('Connected', { exact: true })).toBeVisible()
    calendars.state.account = `${name.split(' ')[0]}@agency.test`
    await page.goto('/admin/bookings')
    await page.getByRole('link', { name: `Connect my ${name} calendar` }).click()
    await page.waitForURL(/\/admin\/bookings$/)
    await expect(page.getByText(calendars.state.account, { exact: true })).toBeVisible()
  }
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Not read yet')).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  expect(calendars.asked).toEqual(
    expect.arrayContaining(['POST /calendar/v3/freeBusy', 'POST /v1.0/me/calendar/getSchedule']),
  )
})

test('the owner signs in to mail with Google, and connects a bucket', async ({
  ownerPage: page,
  calendars,
  smtp,
  expectedConsole,
}) => {
  expectedConsole.push('400')
  const key = { id: 'AKIDEXAMPLE', secret: 'a-secret-of-the-tests' }
  const storage = await startS3Server(key)
  smtp.behave({ kind: 'tokens', isGood: calendars.isGood })
  await page.goto('/admin/connections')
  const client = page.getByRole('form', { name: 'Google client' })
  await client.getByRole('textbox', { name: 'Client ID' }).fill(oauthClient.clientId)
  await client.getByRole('textbox', { name: 'Client secret' }).fill(oauthClient.clientSecret)
  await client.getByRole('button', { name: 'Save' }).click()
  await confirm(page)
  await expect(client.getByText('Connected', { exact: true })).toBeVisible()

  const outgoing = page.getByRole('form', { name: 'Outgoing mail' })
  await outgoing.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
  await outgoing.getByRole('textbox', { name: 'Port' }).fill(new URL(smtp.url).port)
  await outgoing.getByRole('textbox', { name: 'From' }).fill('Office <office@agency.test>')
  calendars.state.account = 'office@agency.test'
  await outgoing.getByRole('button', { name: 'Sign in with Google' }).click()
  await confirm(page)
  await expect(outgoing.getByText('Signed in with Google')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/connections$/)
  await outgoing.getByRole('button', { name: 'Test' }).click()
  await expect(told(page, `on its way to ${owner.email}`)).toBeVisible()
  expect(calendars.isGood(String(smtp.logins.at(-1)?.password))).toBe(true)

  const bucket = page.getByRole('form', { name: 'Bucket for pictures and files' })
  await bucket.getByRole('textbox', { name: 'Endpoint' }).fill(storage.endpoint)
  await bucket.getByRole('textbox', { name: 'Bucket' }).fill('pictures')
  await bucket.getByRole('textbox', { name: 'Key ID' }).fill(key.id)
  await bucket.getByLabel('Secret').fill(key.secret)
  await bucket.getByRole('button', { name: 'Save' }).click()
  await confirm(page)
  await expect(bucket.getByText('Connected', { exact: true })).toBeVisible()
  storage.objects.set('/pictures/images/one/480.webp', Buffer.from('x'))
  await bucket.getByRole('button', { name: 'Disconnect' }).click()
  await confirm(page)
  await expect(bucket.getByText('holds 1 file')).toBeVisible()
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await sidewaysExcess(page), `at ${width} px`).toBeLessThanOrEqual(0)
  }
  expect(await findings(page)).toEqual([])
  await bucket.getByRole('checkbox', { name: 'I have copied the files' }).check()
  await bucket.getByRole('button', { name: 'Disconnect' }).click()
  await confirm(page)
  await expect(bucket.getByText('On this server')).toBeVisible()
  await outgoing.getByRole('button', { name: 'Disconnect' }).click()
  await confirm(page)
  await expect.poll(() => calendars.revoked.length).toBe(1)
  smtp.behave({ kind: 'accept' })
  await storage.close()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a preset fills what is left empty', async ({ ownerPage: page }) => {
    await page.goto('/admin/connections')
    const form = page.getByRole('form', { name: 'Incoming mail' })
    await form.getByRole('combobox', { name: 'Service' }).selectOption('Fastmail')
    await form.getByRole('textbox', { name: 'User' }).fill('me@agency.example')
    await form.getByLabel('Password', { exact: true }).fill('an app password')
    await form.getByLabel('Your password').fill(owner.password)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('textbox', { name: 'Host' })).toHaveValue('imap.fastmail.com')
    await expect(form.getByRole('textbox', { name: 'Port' })).toHaveValue('993')
  })
})
