import type { Page } from '@playwright/test'

import { startCalDavServer } from '#tests/fakes/caldav-server.ts'

import { expect, test } from './fixtures.ts'

let made = 0

function newGuest() {
  made += 1
  return { name: `Guest ${made} of ${process.pid}`, email: `guest-${made}-${process.pid}@example.com` }
}

/** Chooses the last time of the last day, which other journeys do not use. */
async function chooseTime(page: Page): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Day' }).getByRole('radio').last().check()
  const show = page.getByRole('button', { name: 'Show times' })
  if (await show.isVisible()) await show.click()
  await page.getByRole('list', { name: 'Times' }).getByRole('button').last().click()
}

test.describe('with script', () => {
  test(
    'a visitor books, and the owner sees one person with everything',
    { tag: '@main' },
    async ({ page, ownerPage, smtp }) => {
      const guest = newGuest()
      await page.goto('/book')
      await expect(page.locator('[data-island="booking-picker"][data-state="awake"]')).toBeVisible()
      await chooseTime(page)
      await expect(page.getByText('It is held for you for five minutes.')).toBeVisible()
      const chosen = page.getByRole('heading', { name: 'Your time' })
      await expect(chosen).toBeFocused()
      await page.getByRole('list', { name: 'Times' }).getByRole('button').nth(-2).click()
      await expect(
        page.getByRole('list', { name: 'Times' }).getByRole('button', { pressed: true }),
      ).toHaveCount(1)
      await expect(chosen).toBeFocused()
      await page.getByRole('textbox', { name: 'Name' }).fill(guest.name)
      await page.getByRole('textbox', { name: 'Email' }).fill(guest.email)
      await page.getByRole('button', { name: 'Book', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your meeting is booked')
      const add = page.getByRole('region', { name: 'Add to calendar' })
      await expect(add.getByRole('link')).toHaveText(['Google', 'Outlook', 'Calendar file (ICS)'])
      const invitation = () => smtp.arrived.find((mail) => mail.envelope.to.includes(guest.email))
      await expect.poll(() => invitation()?.subject).toMatch(/^Your meeting: Consultation/)
      await ownerPage.goto('/admin/bookings')
      await ownerPage.getByRole('row', { name: guest.email }).getByRole('link').click()
      await ownerPage.getByRole('link', { name: 'Open the lead' }).click()
      await expect(ownerPage.getByText(`Booked Consultation`)).toBeVisible()
      await ownerPage.goto(`/admin/people?q=${guest.email}`)
      await expect(ownerPage.getByRole('row', { name: guest.email })).toHaveCount(1)
    },
  )
})

test('the days are a calendar that arrow keys move through', async ({ page }) => {
  await page.goto('/book')
  await expect(page.locator('[data-island="booking-picker"][data-state="awake"]')).toBeVisible()
  const days = page.getByRole('radiogroup', { name: 'Day' }).getByRole('radio')
  const second = new Date(await days.nth(1).inputValue())
  await days.nth(1).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(days.first()).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  const reached = new Date(await days.and(page.locator('input:focus')).inputValue())
  const passed = (reached.getTime() - second.getTime()) / 86_400_000
  // A week later, or more if that day is off.
  expect([passed > 0, passed % 7]).toEqual([true, 0])
  await expect(page.getByRole('list', { name: 'Times' }).getByRole('button').first()).toBeVisible()
})

test('of two times pressed in a row on a slow line, the second is chosen', async ({ page }) => {
  await page.goto('/book')
  await expect(page.locator('[data-island="booking-picker"][data-state="awake"]')).toBeVisible()
  const first = Promise.withResolvers<void>()
  let [asked, answered] = [0, 0]
  await page.route('**/api/bookings/hold', async (route) => {
    asked += 1
    if (asked === 1) await first.promise
    await route.continue()
  })
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/bookings/hold')) answered += 1
  })
  // Of today, only one time may be left.
  await page.getByRole('radiogroup', { name: 'Day' }).getByRole('radio').nth(1).check()
  const times = page.getByRole('list', { name: 'Times' }).getByRole('button')
  await times.first().click()
  await times.nth(1).click()
  first.resolve()
  await expect.poll(() => answered).toBe(2)
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
  await expect(times.nth(1)).toHaveAttribute('aria-pressed', 'true')
})

test('a member subscribes to their bookings, and ends the address', async ({ ownerPage, request }) => {
  await ownerPage.goto('/admin/bookings')
  const panel = ownerPage.getByRole('region', { name: 'Your bookings in your calendar' })
  await panel.getByRole('button', { name: /^Create a/ }).click()
  const address = panel.getByRole('textbox', { name: 'Address of your feed' })
  await expect(address).toHaveValue(/[/]bookings[.]ics[?]key=./)
  const { pathname, search } = new URL(await address.inputValue())
  const url = `${pathname}${search}`
  const first = await request.get(url)
  expect(first.headers()['content-type']).toContain('text/calendar')
  expect(await first.text()).toContain('BEGIN:VCALENDAR')
  const etag = first.headers()['etag'] ?? 'none'
  expect((await request.get(url, { headers: { 'if-none-match': etag } })).status()).toBe(304)
  await panel.getByRole('button', { name: 'Turn off the address' }).click()
  await expect(panel.getByRole('button', { name: 'Create an address' })).toBeVisible()
  expect((await request.get(url)).status()).toBe(404)
})

test('a member connects a calendar by its login, and disconnects it', async ({
  ownerPage,
  expectedConsole,
}) => {
  expectedConsole.push('400')
  const server = await startCalDavServer()
  await ownerPage.goto('/admin/bookings')
  await ownerPage.getByText('Connect a calendar by CalDAV').click()
  const form = ownerPage.getByRole('form', { name: 'Connect a calendar by CalDAV' })
  await form.getByRole('textbox', { name: 'CalDAV address' }).fill(server.origin)
  await form.getByRole('textbox', { name: 'User name' }).fill('ada')
  await form.getByLabel('App password').fill('wrong')
  await form.getByRole('button', { name: 'Find calendars' }).click()
  await expect(form.getByText('The server refused the user name or the password.')).toBeVisible()
  await form.getByLabel('App password').fill('an app password')
  await form.getByRole('button', { name: 'Find calendars' }).click()
  await expect(form.getByRole('combobox', { name: 'Calendar' })).toContainText('Work & calls')
  await form.getByRole('button', { name: 'Connect calendar' }).click()
  const calendars = ownerPage.getByRole('region', { name: 'Calendars' })
  await expect(calendars.getByText('Bookings are added to it')).toBeVisible()
  await calendars.getByRole('button', { name: 'Remove 127.0.0.1' }).click()
  await expect(calendars.getByText('Bookings are added to it')).toBeHidden()
  await server.stop()
})

test('a page leads to the free times of a meeting', async ({ ownerPage }) => {
  await ownerPage.goto('/admin/pages/about')
  const form = ownerPage.getByRole('form', { name: 'Block' })
  const frame = ownerPage.frameLocator('iframe[title="Page"]')
  const saved = () => expect(ownerPage.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
  await ownerPage.getByRole('button', { name: 'Add block', exact: true }).click()
  const choice = ownerPage.getByRole('dialog', { name: 'Add a block' })
  await choice.getByRole('searchbox').fill('Book a meeting')
  await choice.getByRole('button', { name: /^Book a meeting/ }).click()
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Talk to us')
  await form.getByRole('textbox', { name: 'Button', exact: true }).fill('See free times')
  await form.getByRole('combobox', { name: 'Meeting', exact: true }).selectOption('consultation')
  await expect(frame.getByRole('link', { name: 'See free times' })).toHaveAttribute(
    'href',
    '/book/consultation',
  )
  await saved()
  const undo = ownerPage.getByRole('button', { name: 'Undo', exact: true })
  while ((await undo.getAttribute('aria-disabled')) === null) await undo.click()
  await saved()
})

test('a meeting that is no longer offered leads to those that are', async ({ page }) => {
  await page.goto('/book/long-gone')
  await expect(page).toHaveURL(/[/]book$/)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'a visitor books, moves and cancels by the links in the mail',
    { tag: '@main' },
    async ({ page, smtp }) => {
      const guest = newGuest()
      await page.goto('/book?zone=America/New_York')
      await expect(page.getByText('All times are in the time zone America/New York.')).toBeVisible()
      await chooseTime(page)
      await page.getByRole('textbox', { name: 'Name' }).fill(guest.name)
      await page.getByRole('textbox', { name: 'Email' }).fill(guest.email)
      await page.getByRole('button', { name: 'Book', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your meeting is booked')
      const mails = () => smtp.arrived.filter((mail) => mail.envelope.to.includes(guest.email))
      await expect.poll(() => mails().length).toBe(1)
      const link = /https?:\/\/[^\s]+\/booking\/[^\s]+\/move/.exec(mails()[0]?.text ?? '')?.[0] ?? ''
      const { pathname } = new URL(link)

      await page.goto(pathname)
      await page.getByRole('list', { name: 'Times' }).getByRole('button').first().click()
      await page.getByRole('button', { name: 'Move to this time' }).click()
      await expect(page.getByRole('status')).toHaveText(/The meeting was moved/)
      await expect
        .poll(() => mails().map(({ subject }) => subject.split(':')[0]))
        .toEqual(['Your meeting', 'Moved'])

      await page.getByRole('link', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Cancel the meeting' }).click()
      await expect(page.getByRole('status')).toHaveText('The meeting is cancelled.')
      await expect.poll(() => mails().map(({ subject }) => subject.split(':')[0])).toContain('Cancelled')
    },
  )
})
