import type { Page } from '@playwright/test'

import { sendInquiry } from '#tests/support/send-inquiry.ts'

import { newVisitor } from './contact-form.ts'
import { expect, test } from './fixtures.ts'

const column = (page: Page, name: string) => page.getByRole('list', { name: `${name} leads` })
const toast = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title })

test('a card is moved by keys, by its menu and by dragging, and undone', async ({ ownerPage: page, app }) => {
  const visitor = newVisitor()
  expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
  await page.goto(`/admin/leads?q=${visitor.email}`)
  await page.getByRole('link', { name: 'Board' }).click()
  await expect(page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible()
  const card = (name: string) => column(page, name).getByRole('link', { name: visitor.name })
  await expect(card('New')).toBeVisible()

  await card('New').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(card('Contacted')).toBeFocused()
  await expect(toast(page, 'Moved to Contacted')).toBeVisible()
  await expect(page.getByText(`${visitor.name} moved to Contacted.`)).toBeAttached()
  await toast(page, 'Moved to Contacted').getByRole('button', { name: 'Undo' }).click()
  await expect(card('New')).toBeVisible()
  await expect(card('Contacted')).toHaveCount(0)

  await column(page, 'New').getByLabel(`Move ${visitor.name}`).click()
  await column(page, 'New').getByRole('button', { name: 'Proposal' }).click()
  await expect(toast(page, 'Moved to Proposal')).toBeVisible()
  await expect(card('Proposal')).toBeFocused()

  await card('Proposal').dragTo(page.getByRole('region', { name: /^Won/ }))
  await expect(toast(page, 'Moved to Won')).toBeVisible()
  await expect(card('Won')).toBeVisible()

  await card('Won').click()
  await expect(page.getByRole('heading', { name: visitor.name, level: 1 })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Won' })).toBeChecked()
})

test('a board that was read before a move and arrives after it changes nothing', async ({
  ownerPage: page,
  app,
}) => {
  const visitor = newVisitor()
  expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
  await page.goto(`/admin/leads/board?q=${encodeURIComponent(visitor.email)}`)
  const card = (name: string) => column(page, name).getByRole('link', { name: visitor.name })
  await expect(card('New')).toBeVisible()

  const read = Promise.withResolvers<void>()
  const moved = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  let held = false
  await page.route('**/admin/leads/board.data**', async (route) => {
    if (held || route.request().method() !== 'GET') return route.continue()
    held = true
    const response = await route.fetch()
    read.resolve()
    await moved.promise
    await route.fulfill({ response }).catch(() => {})
    await route
      .request()
      .response()
      .then((late) => late?.finished())
      .catch(() => {})
    arrived.resolve()
  })
  // The signal of another inquiry loads the board.
  expect((await sendInquiry(app.url, newVisitor())).ok).toBe(true)
  await read.promise
  await card('New').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(toast(page, 'Moved to Contacted')).toBeVisible()
  await card('Contacted').evaluate((link) => link.setAttribute('data-same', ''))
  moved.resolve()
  await arrived.promise
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
  await expect(card('Contacted')).toBeFocused()
  await expect(card('Contacted')).toHaveAttribute('data-same', '')
})

test('a card that somebody else moved stays where they put it, and the board says so', async ({
  ownerPage: page,
  app,
}) => {
  const visitor = newVisitor()
  expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
  const address = `/admin/leads/board?q=${encodeURIComponent(visitor.email)}`
  const other = await page.context().newPage()
  // Blocks the signal of the first move, as on a slow connection.
  await other.route('**/admin/today/changes', (route) => route.abort())
  await other.goto(address)
  const card = (on: Page, name: string) => column(on, name).getByRole('link', { name: visitor.name })
  await expect(card(other, 'New')).toBeVisible()
  await page.goto(address)
  await card(page, 'New').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(toast(page, 'Moved to Contacted')).toBeVisible()

  await card(other, 'New').dragTo(other.getByRole('region', { name: /^Lost/ }))
  await expect(other.getByRole('alert')).toContainText(
    'Somebody else has set the status to Contacted in the meantime.',
  )
  await expect(card(other, 'Contacted')).toBeVisible()
  await expect(card(other, 'Lost')).toHaveCount(0)
})

test('selected leads are changed at once, and undone', async ({ ownerPage: page, app }) => {
  const visitor = newVisitor()
  const second = { ...newVisitor(), company: visitor.email }
  for (const each of [{ ...visitor, company: visitor.email }, second])
    expect((await sendInquiry(app.url, each)).ok).toBe(true)
  await page.goto(`/admin/leads?q=${encodeURIComponent(visitor.email)}`)
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
  await expect(rows).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('combobox', { name: 'Set to' }).selectOption('Proposal')
  await page.getByRole('button', { name: 'Set status' }).press('Enter')
  await expect(rows.filter({ hasText: 'Proposal' })).toHaveCount(2)
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).not.toBeChecked()
  await toast(page, 'Status changed').getByRole('button', { name: 'Undo' }).click()
  await expect(rows.filter({ hasText: 'Proposal' })).toHaveCount(0)

  await page.getByRole('checkbox', { name: `Select ${second.name}` }).check()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await expect(rows).toHaveCount(1)
  await toast(page, 'Deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)
})
