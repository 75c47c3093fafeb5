import type { Page } from '@playwright/test'

import { slowDown, smallPhone } from '#tests/support/slow-phone.ts'

import { findings } from './axe.ts'
import { fillContactForm, newVisitor } from './contact-form.ts'
import { expect, test } from './fixtures.ts'
import { storeKey } from './store-key.ts'

test.use({ ...smallPhone, actionTimeout: 60_000 })

/** Expects no layout shift and no sideways scrolling. */
async function expectSteady(page: Page): Promise<void> {
  const { shifted, excess } = await page.evaluate(async () => {
    const shifts = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const entries = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
        resolve(entries.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0))
      }).observe({ type: 'layout-shift', buffered: true })
      // If nothing has moved, no entry is reported.
      requestAnimationFrame(() => setTimeout(() => resolve(0)))
    })
    return { shifted: shifts, excess: document.documentElement.scrollWidth - innerWidth }
  })
  expect(shifted).toBeLessThan(0.02)
  expect(excess).toBe(0)
}

test('a visitor on a slow phone reads, asks, loses the line, and is heard', async ({
  page,
  ownerPage,
  ai,
  expectedConsole,
}) => {
  test.setTimeout(300_000)
  await storeKey(ownerPage)
  const visitor = newVisitor()
  const line = await slowDown(page)
  const panel = page.getByRole('dialog')

  await test.step('they come from a search and find their way by the menu', async () => {
    await page.goto('/', { referer: 'https://www.google.com/' })
    await expectSteady(page)
    await page.getByRole('button', { name: 'Open menu' }).tap()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Services' }).tap()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^AI Voice Agents/ })
      .tap()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Every call')
    await expectSteady(page)
  })

  await test.step('the assistant leads to a page, and does not lie over it', async () => {
    ai.behave({ kind: 'slow', text: ['It does, ', 'day and night. ', '[Ask us](/contact).'], pause: 300 })
    await page.getByRole('button', { name: 'Open chat' }).tap()
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Does it answer at night?')
    await page.getByRole('button', { name: 'Send message', exact: true }).tap()
    await panel.getByRole('link', { name: 'Ask us' }).tap()
    await expect(page.getByRole('heading', { name: 'Get In Touch' })).toBeVisible()
    await expect(page.locator('[data-island=chat]')).toHaveAttribute('data-state', 'awake')
    await expect(panel).toBeHidden()
    await page.getByRole('button', { name: 'Open chat' }).tap()
    await expect(panel).toContainText('It does, day and night.')
    await page.getByRole('button', { name: 'Close chat' }).tap()
    await expectSteady(page)
  })

  await test.step('what they typed is still there after a look at the terms', async () => {
    await fillContactForm(page, visitor)
    await page.getByRole('form', { name: 'Contact' }).getByRole('link', { name: 'Terms & Conditions' }).tap()
    await page.waitForURL('**/terms')
    await page.goBack()
    await expect(page.getByRole('textbox', { name: 'Message *' })).toHaveValue(visitor.message)
    await page.getByRole('textbox', { name: 'Name *' }).tap()
    await expect(page.locator('[data-island=contact-form]')).toHaveAttribute('data-state', 'awake')
    await expect(page.getByRole('textbox', { name: 'Message *' })).toHaveValue(visitor.message)
    await expect(page.getByRole('textbox', { name: 'Name *' })).toHaveValue(visitor.name)
    await expect(page.getByRole('checkbox')).toBeChecked()
  })

  await test.step('the line is gone as they send, which is said at once; once it is back, another try arrives', async () => {
    expectedConsole.push('ERR_INTERNET_DISCONNECTED')
    await line.setOffline(true)
    await page.getByRole('button', { name: 'Send Message' }).tap()
    await expect(page.getByRole('alert')).toContainText('Failed to send message. Please try again.')
    await expect(page.getByRole('textbox', { name: 'Message *' })).toHaveValue(visitor.message)
    await line.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).tap()
    const sent = page.getByRole('status').filter({ hasText: 'Message Sent!' })
    await expect(sent).toContainText("We'll get back to you within 1 hour.")
    await expect(sent).toBeFocused()
    await expect(sent).toBeInViewport()
    await expect(page.getByRole('form', { name: 'Contact' })).toBeHidden()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Send another message' }).tap()
    await expect(page.getByRole('textbox', { name: 'Name *' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Message *' })).toHaveValue('')
  })

  await test.step('the owner has one inquiry, and knows where it came from', async () => {
    await ownerPage.goto(`/admin/leads?q=${visitor.email}`)
    await expect(ownerPage.getByRole('row')).toHaveCount(2)
    await ownerPage.getByRole('link', { name: visitor.name }).click()
    await expect(ownerPage.getByText(visitor.message, { exact: true }).first()).toBeVisible()
    await expect(ownerPage.getByText('google.com').first()).toBeVisible()
  })
})
