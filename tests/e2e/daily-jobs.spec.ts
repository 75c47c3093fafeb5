import type { Locator, Page } from '@playwright/test'

import { sendInquiry } from '#tests/support/send-inquiry.ts'

import { newVisitor } from './contact-form.ts'
import { expect, owner, testOnFreshServer } from './fixtures.ts'

const test = testOnFreshServer()

/** The number of clicks in the first version, counted on its screens (decision 0078). */
const clicksBefore = {
  'see who waits': 3,
  'answer an inquiry': 6,
  'note that it is done': 4,
  'undo that': 2,
  'put it off until tomorrow': 4,
  'see how the week went': 2,
  'find a lead by name': 3,
  'set three leads to Lost': 12,
  'resend three refused mails': 9,
  'save a note after the session ended': 5,
} as const

const itemsOf = (page: Page, visitors: readonly { name: string }[]) =>
  page
    .getByRole('list', { name: 'Needs you' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(visitors.map(({ name }) => `${name}(?!\\d)`).join('|')) })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

async function sendInquiries(url: string, count: number) {
  const visitors = Array.from({ length: count }, newVisitor)
  for (const visitor of visitors) expect((await sendInquiry(url, visitor)).ok).toBe(true)
  return visitors
}

test('ten daily jobs take at most half of the clicks of the first version', async ({
  ownerPage: page,
  app,
  smtp,
}) => {
  let clicks = 0
  const counted: Partial<Record<keyof typeof clicksBefore, number>> = {}
  const click = async (button: Locator) => {
    clicks += 1
    await button.click()
  }
  const job = async (name: keyof typeof clicksBefore, work: () => Promise<void>) => {
    clicks = 0
    await test.step(name, work)
    counted[name] = clicks
  }
  const visitors = await sendInquiries(app.url, 3)
  const email = `${visitors[0]?.email}`
  const items = itemsOf(page, visitors)
  await page.goto('/admin')

  await job('see who waits', async () => {
    await expect(items).toHaveCount(3)
    await expect(items.first()).toContainText('left')
  })
  await job('see how the week went', async () => {
    await expect(page.getByRole('region', { name: 'The last seven days' })).toContainText('Inquiries')
  })
  await job('note that it is done', async () => {
    await click(items.first().getByRole('button', { name: 'Done' }))
    await expect(items).toHaveCount(2)
  })
  await job('undo that', async () => {
    await click(toast(page, 'Done').last().getByRole('button', { name: 'Undo' }))
    await expect(items).toHaveCount(3)
  })
  await job('put it off until tomorrow', async () => {
    await click(items.last().getByRole('button', { name: 'Snooze', exact: true }))
    await expect(items).toHaveCount(2)
  })
  await job('answer an inquiry', async () => {
    await click(itemsOf(page, visitors.slice(0, 1)).getByRole('link', { name: /^Reply/ }))
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused()
    await page.keyboard.type('Yes, it can.')
    await click(page.getByRole('button', { name: 'Send reply' }))
    await expect(page.getByText('Moved to Contacted')).toBeVisible()
  })
  await job('find a lead by name', async () => {
    await click(page.getByRole('button', { name: 'Search' }))
    await page.keyboard.type(`${visitors[1]?.name}`)
    const found = page.getByRole('group', { name: 'Leads' }).getByRole('option').first()
    await expect(found).toContainText(`${visitors[1]?.name}`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: visitors[1]?.name, level: 1 })).toBeVisible()
  })
  await job('save a note after the session ended', async () => {
    await page.getByRole('textbox', { name: 'Note' }).fill('They called.')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Add note' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password').fill(owner.password)
    await click(dialog.getByRole('button', { name: 'Sign In' }))
    await expect(page.getByText('They called.')).toHaveCount(1)
  })
  await job('set three leads to Lost', async () => {
    await click(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Leads' }))
    const box = (at: number) => page.getByRole('checkbox', { name: `Select ${visitors[at]?.name}` })
    await click(box(0))
    await page.keyboard.down('Shift')
    await click(box(2))
    await page.keyboard.up('Shift')
    await expect(box(1)).toBeChecked()
    await expect(page.getByText('3 selected')).toBeVisible()
    await page.getByRole('combobox', { name: 'Set to' }).selectOption('Lost')
    clicks += 2
    await click(page.getByRole('button', { name: 'Set status' }))
    const lost = page.getByRole('row').filter({ hasText: 'Lost' })
    for (const { name } of visitors) await expect(lost.filter({ hasText: name })).toHaveCount(1)
  })

  smtp.behave({ kind: 'refuse-recipient', addresses: [email] })
  for (const message of ['One', 'Two', 'Three']) await sendInquiry(app.url, { email, message })
  await expect(async () => {
    await page.goto('/admin/outbox?state=failed')
    await expect(page.getByRole('checkbox', { name: new RegExp(email) })).toHaveCount(3, { timeout: 500 })
  }).toPass()
  smtp.behave({ kind: 'accept' })
  await page.goto('/admin')
  await job('resend three refused mails', async () => {
    const tab = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Outbox/ })
    await click(tab.first())
    await click(page.getByRole('checkbox', { name: 'Select all' }))
    await click(page.getByRole('button', { name: 'Resend' }))
    await expect(toast(page, 'on their way')).toBeVisible()
  })

  for (const [name, before] of Object.entries(clicksBefore))
    expect(counted[name as keyof typeof clicksBefore], name).toBeLessThanOrEqual(before / 2)
})

const tabTo = (page: Page, control: Locator) => keyTo(page, 'Tab', control)

/** Presses a key until the control has the focus. */
async function keyTo(page: Page, key: string, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const isThere = () => control.evaluate((element) => element === document.activeElement)
  for (let pressed = 0; pressed < 300 && !(await isThere()); pressed += 1) await page.keyboard.press(key)
  await expect(control).toBeFocused()
}

async function goTo(page: Page, typed: string, heading: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(typed)
  const option = page.getByRole('listbox', { name: 'Results' }).getByRole('option', { selected: true })
  await expect(option).toContainText(typed)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
}

test('the same jobs are done by keyboard alone', async ({ ownerPage: page, app, smtp }) => {
  // Every message on the console fails the test.
  await page.addInitScript(() =>
    addEventListener('pointerdown', () => console.error('A pointer was used.'), { capture: true }),
  )
  const visitors = await sendInquiries(app.url, 3)
  const email = `${visitors[0]?.email}`
  const item = itemsOf(page, visitors.slice(0, 1))
  await page.goto('/admin')
  await expect(item).toHaveCount(1)

  await test.step('done, undone, assigned, put off, undone', async () => {
    await keyTo(page, 'j', item)
    await page.keyboard.press('e')
    await expect(item).toHaveCount(0)
    await page.keyboard.press('z')
    await expect(item).toHaveCount(1)
    await keyTo(page, 'k', item)
    await page.keyboard.press('a')
    await expect(item).toContainText('For you')
    await page.keyboard.press('s')
    await expect(item).toHaveCount(0)
    await page.keyboard.press('z')
    await expect(item).toHaveCount(1)
  })
  await test.step('answered', async () => {
    await keyTo(page, 'k', item)
    await page.keyboard.press('r')
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused()
    await page.keyboard.type('Yes, it can.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Moved to Contacted')).toBeVisible()
  })
  await test.step('found by name', () => goTo(page, `${visitors[1]?.name}`, `${visitors[1]?.name}`))
  await test.step('noted after the session ended', async () => {
    await tabTo(page, page.getByRole('textbox', { name: 'Note' }))
    await page.keyboard.type('They called.')
    await page.context().clearCookies()
    await tabTo(page, page.getByRole('button', { name: 'Add note' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Sign in again' }).getByLabel('Password')).toBeFocused()
    await page.keyboard.type(owner.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('They called.')).toHaveCount(1)
  })
  await test.step('three set to Lost', async () => {
    await goTo(page, 'Leads', 'Leads')
    for (const { name } of visitors.toReversed()) {
      await tabTo(page, page.getByRole('checkbox', { name: `Select ${name}` }))
      await page.keyboard.press('Space')
    }
    const status = page.getByRole('combobox', { name: 'Set to' })
    await tabTo(page, status)
    await page.keyboard.type('Lost')
    await expect(status).toHaveValue('lost')
    await tabTo(page, page.getByRole('button', { name: 'Set status' }))
    await page.keyboard.press('Enter')
    const lost = page.getByRole('row').filter({ hasText: 'Lost' })
    for (const { name } of visitors) await expect(lost.filter({ hasText: name })).toHaveCount(1)
  })

  smtp.behave({ kind: 'refuse-recipient', addresses: [email] })
  for (const message of ['One', 'Two', 'Three']) await sendInquiry(app.url, { email, message })
  await expect(async () => {
    await page.goto('/admin/outbox?state=failed')
    await expect(page.getByRole('checkbox', { name: new RegExp(email) })).toHaveCount(3, { timeout: 500 })
  }).toPass()
  smtp.behave({ kind: 'accept' })
  await page.goto('/admin')
  await test.step('three refused mails resent', async () => {
    await goTo(page, 'Outbox', 'Outbox')
    await tabTo(page, page.getByRole('checkbox', { name: 'Select all' }))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'Resend' }))
    await page.keyboard.press('Enter')
    await expect(toast(page, 'on their way')).toBeVisible()
  })
})
