import type { Browser, BrowserContext } from '@playwright/test'

import { startAppServer } from '#tests/support/app-server.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

import { findings } from './axe.ts'
import { fillContactForm, newVisitor } from './contact-form.ts'
import { expect, owner, test as base } from './fixtures.ts'

/** Uses a server of its own, because the figures must be exactly those of this journey. */
const test = base.extend<object, { app: Awaited<ReturnType<typeof startAppServer>> }>({
  app: [
    async ({ engine }, use) => {
      const database = await createTestDatabase(engine)
      const app = await startAppServer({
        ...database.env,
        APP_SECRET: 'a secret for tests, of 32 characters or more',
        ADMIN_EMAIL: owner.email,
        ADMIN_PASSWORD: owner.password,
        LIMITS: 'off',
      })
      await use(app)
      await app.stop()
      await database.drop()
    },
    { scope: 'worker' },
  ],
})

const agents = {
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  mobile:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
}

/** Opens a context that does not look automated, because automated visits are not counted. */
async function visitorContext(
  browser: Browser,
  baseURL: string,
  options: { userAgent: string; timezoneId: string; locale: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, ...options })
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })
  })
  return context
}

test('visits, an inquiry and a chat, and the dashboard with exactly these figures', async ({
  browser,
  app,
  ownerPage,
  page,
  expectedConsole,
}) => {
  test.setTimeout(240_000)
  await test.step('before anyone has come, the tab says so and shows a sample only under its badge', async () => {
    await ownerPage.goto('/admin')
    await ownerPage
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: 'Analytics' })
      .click()
    await expect(ownerPage.getByRole('heading', { name: 'No visits yet' })).toBeVisible()
    await ownerPage.getByRole('link', { name: 'Show sample data' }).click()
    await expect(ownerPage.getByText('Sample data', { exact: true })).toBeVisible()
    for (const figure of ['1,247', '3,891', '89', '+12%', '+8%', '+23%'])
      await expect(
        ownerPage.getByRole('region', { name: 'Totals' }).getByText(figure, { exact: true }),
      ).toBeVisible()
    await ownerPage.getByRole('link', { name: 'Hide sample data' }).click()
    await expect(ownerPage.getByRole('heading', { name: 'No visits yet' })).toBeVisible()
    await expect(ownerPage.getByText('1,247')).toHaveCount(0)
  })

  await test.step('one comes from a campaign, reads three pages, presses Get Started and writes', async () => {
    const context = await visitorContext(browser, app.url, {
      userAgent: agents.desktop,
      timezoneId: 'Europe/Berlin',
      locale: 'de-DE',
    })
    const visitor = await context.newPage()
    await visitor.goto('/?utm_source=newsletter&utm_campaign=autumn', {
      referer: 'https://news.example.org/issue/7',
    })
    await visitor.goto('/services/website-development')
    const started = visitor.getByRole('main').getByRole('link', { name: 'Get Started' })
    await started.first().click()
    await expect(visitor).toHaveURL(/#contact$/)
    await started.nth(1).click()
    await expect(visitor.getByRole('heading', { name: 'Get In Touch' })).toBeVisible()
    await fillContactForm(visitor, newVisitor())
    await visitor.getByRole('button', { name: 'Send Message' }).click()
    await expect(visitor.getByRole('status')).toContainText('Message Sent!')
    await context.close()
  })

  await test.step('another reads the home page on a phone and chats', async () => {
    const context = await visitorContext(browser, app.url, {
      userAgent: agents.mobile,
      timezoneId: 'America/New_York',
      locale: 'en-US',
    })
    const visitor = await context.newPage()
    await visitor.goto('/')
    await visitor.getByRole('button', { name: 'Open chat' }).click()
    await visitor.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello')
    await visitor.keyboard.press('Enter')
    await expect(visitor.getByRole('log')).toContainText('demo mode')
    await context.close()
  })

  await test.step('an automated browser and the owner are left out', async () => {
    await page.goto('/about')
    await ownerPage.goto('/about')
  })

  await test.step('the owner finds exactly this', async () => {
    const totals = ownerPage.getByRole('region', { name: 'Totals' })
    await expect(async () => {
      await ownerPage.goto('/admin/analytics?range=today')
      await expect(totals.getByText('Page views').locator('..')).toContainText(/Page views4new/, {
        timeout: 500,
      })
      await expect(ownerPage.getByText(/Left out/)).toContainText('1 your own', { timeout: 500 })
    }).toPass()
    await expect(totals.getByText('Daily visitors').locator('..')).toContainText(/visitors2new/)
    await expect(totals.getByText('Inquiries').locator('..')).toContainText(/Inquiries1new/)
    await expect(totals.getByText('Chats').locator('..')).toContainText(/Chats1new/)
    await expect(ownerPage.getByText('2 visitors now')).toBeVisible()

    const rowsOf = async (title: string) => {
      const rows = await ownerPage.getByRole('table', { name: title, exact: true }).getByRole('row').all()
      const texts = await Promise.all(rows.slice(1).map((row) => row.locator('th, td').allInnerTexts()))
      return texts.map((cells) => cells.map((cell) => cell.trim()))
    }
    expect(await rowsOf('Top pages')).toEqual([
      ['/', '2', '2'],
      ['/contact', '1', '1'],
      ['/services/website-development', '1', '1'],
    ])
    expect(await rowsOf('Top services')).toEqual([['Website Development', '3']])
    expect(await rowsOf('Referrers')).toEqual([
      ['Direct', '2', '2'],
      ['news.example.org', '1', '1'],
    ])
    expect(await rowsOf('Campaigns')).toEqual([['newsletter / – / autumn', '1', '1']])
    expect(await rowsOf('Countries')).toEqual([
      ['Germany', '1', '3'],
      ['United States', '1', '1'],
    ])
    expect(await rowsOf('Devices')).toEqual([
      ['Desktop', '1', '3'],
      ['Mobile', '1', '1'],
    ])
    expect(await rowsOf('Channels that bring leads')).toEqual([['newsletter / – / autumn', '1']])
    expect(await rowsOf('Pages that bring leads')).toEqual([['/', '1']])
    expect((await rowsOf('From visit to inquiry')).map(([, visitors]) => visitors)).toEqual([
      '2',
      '1',
      '2',
      '1',
    ])
    const activities = ownerPage.getByRole('region', { name: 'Recent activity' }).getByRole('listitem')
    await expect(activities).toHaveCount(5)
    // Business events are stored to the minute, so their order within one is not known.
    await expect(activities.filter({ hasText: 'Chat started' })).toHaveCount(1)
  })

  await test.step('the table, the CSV and other periods show the same figures', async () => {
    await ownerPage.getByText('Show as table').click()
    await expect(ownerPage.getByRole('table', { name: 'Visits over time' }).getByRole('row')).toHaveCount(25)
    const download = ownerPage.waitForEvent('download')
    await ownerPage.getByRole('link', { name: 'Top pages as CSV' }).click()
    const file = await (await download).createReadStream()
    const csv = (await file.toArray()).join('')
    expect(csv).toBe(
      '\uFEFFPage,Visitors,Page views\r\n/,2,2\r\n/contact,1,1\r\n/services/website-development,1,1\r\n',
    )
    await ownerPage.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '7 days' }).click()
    await expect(ownerPage).toHaveURL(/range=7d/)
    await expect(ownerPage.getByRole('region', { name: 'Totals' })).toContainText('Page views4new')
    await ownerPage.goto('/admin/analytics?range=custom&from=2024-01-01&to=2024-01-07')
    await expect(ownerPage.getByText('No page was read in this period.')).toBeVisible()
  })

  await test.step('a row filters everything, several do so together, and a chip removes its filter', async () => {
    await ownerPage.goto('/admin/analytics?range=today')
    const totals = ownerPage.getByRole('region', { name: 'Totals' })
    const chips = ownerPage.getByRole('region', { name: 'Filters' })
    await ownerPage.getByRole('link', { name: 'Filter by Germany' }).click()
    await expect(ownerPage).toHaveURL(/country=DE/)
    await expect(totals).toContainText('Page views3')
    await expect(ownerPage.getByRole('table', { name: 'Devices' }).getByRole('row')).toHaveCount(2)
    await ownerPage.getByRole('table', { name: 'Top pages' }).getByRole('link', { name: '/contact' }).click()
    await expect(ownerPage).toHaveURL(/page=%2Fcontact/)
    await expect(chips.getByRole('link', { name: /Remove the filter/ })).toHaveCount(2)
    await expect(ownerPage.getByRole('link', { name: 'Remove the filter Germany' })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await ownerPage.reload()
    await expect(totals).toContainText('Page views3')
    expect(await findings(ownerPage)).toEqual([])
    await chips.getByRole('link', { name: 'Remove the filter Country: Germany' }).focus()
    await ownerPage.keyboard.press('Enter')
    await expect(chips.getByRole('link')).toHaveCount(1)
    await expect(chips).toBeFocused()
    await ownerPage.goBack()
    await expect(chips.getByRole('link', { name: /Remove the filter/ })).toHaveCount(2)
  })

  await test.step('without script the rows, chips and comparisons are links', async () => {
    const plain = await browser.newContext({
      baseURL: app.url,
      javaScriptEnabled: false,
      storageState: await ownerPage.context().storageState(),
    })
    const plainPage = await plain.newPage()
    const totals = plainPage.getByRole('region', { name: 'Totals' })
    await plainPage.goto('/admin/analytics?range=today')
    await plainPage.getByRole('link', { name: 'Filter by Mobile' }).click()
    await expect(totals).toContainText('Page views1')
    await plainPage.getByRole('link', { name: 'Remove the filter Device: Mobile' }).click()
    await expect(totals).toContainText('Page views4')
    await plainPage.getByText('Compared with:').click()
    await plainPage.getByRole('link', { name: 'Nothing' }).click()
    await expect(plainPage).toHaveURL(/compare=none/)
    await expect(totals).toContainText('Page views4')
    await expect(totals).not.toContainText('new')
    await plain.close()
  })

  await test.step('the owner adds a goal, and sees how many reached it', async () => {
    await ownerPage.goto('/admin/analytics?range=today')
    await ownerPage.getByRole('link', { name: 'Change goals' }).click()
    await ownerPage.getByRole('textbox', { name: 'Name', exact: true }).fill('Opened the form')
    await ownerPage.getByRole('textbox', { name: 'Address of the page' }).fill('contact')
    expectedConsole.push('400')
    await ownerPage.getByRole('button', { name: 'Add goal' }).click()
    await expect(ownerPage.getByRole('form', { name: 'New goal' })).toContainText('Please enter the address')
    await expect(ownerPage.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Opened the form')
    await ownerPage.getByRole('textbox', { name: 'Address of the page' }).fill('/contact')
    await ownerPage.getByRole('button', { name: 'Add goal' }).click()
    await expect(ownerPage.getByRole('list', { name: 'Goals' })).toContainText('Visits of /contact')
    await ownerPage.getByRole('link', { name: 'Analytics', exact: true }).last().click()
    const goal = ownerPage.getByRole('table', { name: 'Goals' }).getByRole('row', { name: /Opened the form/ })
    await ownerPage.goto('/admin/analytics?range=today')
    await expect(goal).toContainText(/1\s*50%/)
    await goal.getByRole('link').click()
    await expect(ownerPage).toHaveURL(/goal=/)
    await expect(ownerPage.getByRole('region', { name: 'Totals' })).toContainText('Daily visitors1')
  })

  await test.step('AI crawlers are listed separately and are not counted as visitors', async () => {
    const agent =
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)'
    for (const path of ['/about', '/about', '/services'])
      await fetch(`${app.url}${path}`, { headers: { 'user-agent': agent } })
    const crawlers = ownerPage.getByRole('table', { name: 'AI crawlers' })
    await expect(async () => {
      await ownerPage.goto('/admin/analytics?range=today')
      await expect(crawlers.getByRole('row', { name: /GPTBot/ })).toContainText(/3\s*2/, { timeout: 500 })
    }).toPass()
    await expect(ownerPage.getByRole('region', { name: 'Totals' })).toContainText('Page views4')
    await ownerPage.getByRole('link', { name: 'Filter by GPTBot' }).click()
    await expect(crawlers.getByRole('row', { name: /about/ })).toContainText('2')
    await expect(ownerPage.getByRole('region', { name: 'Totals' })).toContainText('Page views4')
  })

  await test.step('the owner chooses how long single events are kept', async () => {
    await ownerPage.getByRole('link', { name: 'Analytics settings' }).click()
    await ownerPage.getByLabel('Keep single events for (days)').fill('30')
    await ownerPage.getByRole('button', { name: 'Save' }).click()
    await expect(ownerPage.getByRole('status')).toContainText('Saved')
    await ownerPage.reload()
    await expect(ownerPage.getByLabel('Keep single events for (days)')).toHaveValue('30')
  })

  await test.step('whoever has the link reads the same, without an account, until it is revoked', async () => {
    await ownerPage.getByRole('button', { name: 'Create a link' }).click()
    await expect(ownerPage.getByRole('status')).toContainText('Link created')
    const address = new URL(await ownerPage.getByRole('textbox', { name: 'Link' }).inputValue())
    await page.goto(`${app.url}${address.pathname}${address.search}`)
    await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Page views4new')
    await expect(page.getByRole('link', { name: /CSV/ })).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '7 days' }).click()
    await expect(page).toHaveURL(/key=.+&range=7d/)
    await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Page views4new')
    expect(await findings(page)).toEqual([])

    await ownerPage.getByRole('button', { name: 'Revoke link' }).click()
    await expect(ownerPage.getByRole('status').filter({ hasText: 'Link revoked' })).toBeVisible()
    expectedConsole.push('404')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  })
})
