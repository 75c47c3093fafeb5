import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { sendInquiry } from '#tests/support/send-inquiry.ts'

import { findings, sidewaysExcess } from './axe.ts'
import { newVisitor } from './contact-form.ts'
import { expect, testOnFreshServer } from './fixtures.ts'

const test = testOnFreshServer()

test('a member is told of an inquiry in Slack, and the notice is seen once its lead was opened', async ({
  ownerPage: page,
  app,
  expectedConsole,
}) => {
  expectedConsole.push('status of 400')
  const received: string[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push(body)
      response.end('ok')
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo

  await page.goto('/admin/account')
  await page.getByRole('main').getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
  const address = page.getByRole('textbox', { name: 'Webhook address of Slack' })
  await address.fill('http://10.0.0.1/inward')
  await page.getByRole('checkbox', { name: 'An inquiry comes in: Slack' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('Please enter the address of a webhook that you created in Slack'),
  ).toBeVisible()
  await expect(address).toHaveValue('http://10.0.0.1/inward')

  await address.fill(`http://127.0.0.1:${port}/services/hook`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Notifications saved' })).toBeVisible()
  await expect(page.getByText(`An address at 127.0.0.1:${port} is stored`)).toBeVisible()
  await page.getByRole('button', { name: 'Test Slack' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Test sent' })).toBeVisible()
  expect(received.join()).toContain('A test notice')

  const visitor = newVisitor()
  expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
  await expect.poll(() => received.join()).toContain(`Inquiry from ${visitor.name}`)
  await page.reload()
  const newest = page.getByRole('region', { name: 'Newest notices' })
  await expect(newest).toContainText('By Slack')
  await expect(newest).not.toContainText('Seen')
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await sidewaysExcess(page), `at ${width} px`).toBeLessThanOrEqual(0)
  }
  expect(await findings(page)).toEqual([])
  await newest.getByRole('link', { name: `Inquiry from ${visitor.name}` }).click()
  await expect(page.getByRole('heading', { name: visitor.name, level: 1 })).toBeVisible()
  await page.goto('/admin/account/notifications')
  await expect(newest).toContainText('Seen')
  receiver.close()
})
