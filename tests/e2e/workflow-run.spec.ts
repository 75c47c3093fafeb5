import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { holdScripts, laterScripts } from './hold-scripts.ts'

const PATH = '/services/workflow-automation'
/** Compressed bytes of all scripts that the run loads. */
const BUDGET = 150 * 1024

const logOf = (page: Page) => page.getByRole('log', { name: 'Log of the run' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a run fills the log step by step, and with an error a person approves', async ({ page }) => {
  await page.goto(PATH)
  const log = logOf(page)
  await expect(log.getByRole('listitem')).toHaveCount(6)
  await press(page, 'Run it')
  await expect(log.getByRole('listitem')).toHaveCount(0)
  await expect(log.getByRole('listitem')).toHaveCount(6)
  await expect(log).toContainText('09:14:14')
  await press(page, 'Run it with an error')
  const decision = page.getByRole('group', { name: 'A person decides' })
  await expect(decision).toBeVisible()
  const steps = page.getByRole('list', { name: 'Steps of the run' })
  await expect(steps.getByRole('listitem').filter({ hasText: 'Order matched' })).toContainText(
    'Waits for a person',
  )
  await expect(log.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText('The order says $1,248.00.')).toBeVisible()
  await decision.getByRole('button', { name: 'Approve' }).click()
  await expect(log).toContainText('Approved by you')
  await expect(log.getByRole('listitem')).toHaveCount(7)
})

test('a run that is sent back by keyboard ends', async ({ page }) => {
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Run it with an error', exact: true }).focus()
  await page.keyboard.press('Enter')
  const decision = page.getByRole('group', { name: 'A person decides' })
  await decision.getByRole('button', { name: 'Send back' }).focus()
  await page.keyboard.press('Enter')
  await expect(decision).toBeFocused()
  await expect(logOf(page)).toContainText('Sent back by you')
  await expect(page.getByRole('list', { name: 'Steps of the run' })).toContainText('Sent back')
  await expect(logOf(page).getByRole('listitem')).toHaveCount(4)
})

test('no script of the run is loaded before it is used, and few bytes then', async ({ page }) => {
  const { release, asked } = await holdScripts(page, laterScripts)
  const sizes: Promise<{ responseBodySize: number }>[] = []
  page.on('requestfinished', (request) => {
    if (laterScripts.test(request.url())) sizes.push(request.sizes())
  })
  await page.goto(PATH, { waitUntil: 'networkidle' })
  expect(asked).toEqual([])
  await press(page, 'Run it with an error')
  release()
  await expect(page.getByRole('group', { name: 'A person decides' })).toBeVisible()
  const bytes = (await Promise.all(sizes)).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(BUDGET)
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the fields of the invoice are picked out one after the other', async ({ page }) => {
    await page.goto(PATH)
    await press(page, 'Run it')
    const steps = page.getByRole('list', { name: 'Steps of the run' })
    await expect(steps.getByRole('listitem').filter({ hasText: 'Invoice read' })).toContainText('Done')
    await expect(logOf(page).getByRole('listitem')).toHaveCount(6)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('both runs can be read, and no button is in the way', async ({ page }) => {
    await page.goto(PATH)
    await expect(logOf(page).getByRole('listitem')).toHaveCount(6)
    await expect(page.getByText('A played example: no real invoice.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Run it with an error' })).toBeVisible()
    await expect(page.getByText('Nothing is booked until you decide.', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Run it', exact: true })).toBeHidden()
  })
})
