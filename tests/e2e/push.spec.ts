import type { Page } from '@playwright/test'

import { newSubscription, startPushService } from '#tests/fakes/push-service.ts'
import { sendInquiry } from '#tests/support/send-inquiry.ts'

import { findings, sidewaysExcess } from './axe.ts'
import { newVisitor } from './contact-form.ts'
import { expect, testOnFreshServer } from './fixtures.ts'

const test = testOnFreshServer()

type Given = ReturnType<typeof newSubscription>['given']

/** Replaces notifications and push, which headless Chromium lacks, with the given subscription. */
async function stubPushService(page: Page, given: Given): Promise<void> {
  await page.addInitScript(({ endpoint, p256dh, auth }: Given) => {
    const decode = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
        .buffer
    const keys = new Map([
      ['p256dh', decode(p256dh)],
      ['auth', decode(auth)],
    ])
    let permission: NotificationPermission = localStorage.getItem('subscribed') ? 'granted' : 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Object.defineProperty(Notification, 'requestPermission', { value: async () => (permission = 'granted') })
    const stub = (options: PushSubscriptionOptionsInit | undefined) => ({
      endpoint,
      options,
      getKey: (name: string) => keys.get(name) ?? null,
    })
    Object.assign(PushManager.prototype, {
      async subscribe(options: PushSubscriptionOptionsInit) {
        localStorage.setItem('subscribed', 'yes')
        return stub(options)
      },
      async getSubscription() {
        return localStorage.getItem('subscribed') ? stub(undefined) : null
      },
    })
  }, given)
}

test('a device is turned on, tested, told of an inquiry and removed', async ({
  ownerPage: page,
  app,
  expectedConsole,
}) => {
  expectedConsole.push('status of 400')
  const service = await startPushService(() => Date.now())
  const browser = newSubscription(service.url('/device'))
  await stubPushService(page, browser.given)
  const panel = page.getByRole('region', { name: 'Notifications on your devices' })
  await page.goto('/admin/account/notifications')
  const inquiries = page.getByRole('checkbox', { name: 'An inquiry comes in: Push' })
  await expect(inquiries).not.toBeChecked()
  await panel.getByRole('button', { name: 'Turn on notifications here' }).click()
  await expect(panel.getByRole('status')).toContainText('Notifications are on in this browser.')
  await expect(panel.getByRole('listitem')).toContainText('This device')
  await expect(inquiries).toBeChecked()

  await page.getByRole('button', { name: 'Test Push' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Test sent' })).toBeVisible()
  expect(service.received.map(({ body }) => browser.read(body)['title'])).toEqual(['A test notice'])

  const visitor = newVisitor()
  expect((await sendInquiry(app.url, visitor)).ok).toBe(true)
  const told = () =>
    service.received.map(({ body }) => browser.read(body)).find(({ title }) => title?.includes(visitor.name))
  await expect.poll(told).toBeDefined()

  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await sidewaysExcess(page), `at ${width} px`).toBeLessThanOrEqual(0)
  }
  expect(await findings(page)).toEqual([])

  await panel.getByRole('button', { name: /^Remove/ }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(0)
  await expect(panel.getByRole('button', { name: 'Turn on notifications here' })).toBeVisible()
  await page.getByRole('button', { name: 'Test Push' }).click()
  await expect(page.getByText('Please turn on notifications on a device first.').first()).toBeVisible()
  service.close()
})

test('a message is shown, and a press on it leads to the record', async ({ ownerPage: page }) => {
  await page.goto('/admin/account/notifications')
  const started = page.context().waitForEvent('serviceworker')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js', { scope: '/admin' })
  })
  const worker = await started
  const outcome = await worker.evaluate(async () => {
    const scope = self as unknown as EventTarget & { clients: object; registration: object }
    const shown: unknown[] = []
    const opened: string[] = []
    const work: Promise<unknown>[] = []
    Object.assign(scope.registration, {
      showNotification: async (title: string, { body, data }: { body: string; data: { path: string } }) =>
        shown.push([title, body, data.path]),
    })
    Object.assign(scope.clients, {
      matchAll: async () => [
        { url: 'https://agency.test/admin/leads/open', focus: async () => opened.push('focus') },
      ],
      openWindow: async (path: string) => opened.push(path),
    })
    const send = (type: string, fields: object) =>
      scope.dispatchEvent(
        Object.assign(new Event(type), { ...fields, waitUntil: (done: Promise<unknown>) => work.push(done) }),
      )
    const sent = [
      { title: 'Inquiry from Ada', text: 'Hello', path: '/admin/leads/one' },
      { title: 'Away', text: '', path: 'https://elsewhere.example/' },
      'nothing that the server sends',
    ]
    for (const message of sent) send('push', { data: { json: () => message } })
    send('push', { data: null })
    for (const path of ['/admin/leads/open', '/admin/leads/other'])
      send('notificationclick', { notification: { close: () => undefined, data: { path } } })
    await Promise.all(work)
    return { shown, opened: opened.toSorted() }
  })
  const fallback = ['Something needs you', 'Open the admin to see what it is.', '/admin']
  expect(outcome.shown).toEqual([
    ['Inquiry from Ada', 'Hello', '/admin/leads/one'],
    fallback,
    fallback,
    fallback,
  ])
  expect(outcome.opened).toEqual(['/admin/leads/other', 'focus'])
})

test('the admin is an app of its own, and a browser that blocks notifications is told how to allow them', async ({
  ownerPage: page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await page.goto('/admin/account/notifications')
  const panel = page.getByRole('region', { name: 'Notifications on your devices' })
  await expect(panel.getByRole('status')).toContainText('blocked in this browser')
  await expect(panel.getByRole('button', { name: 'Turn on notifications here' })).toHaveCount(0)
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(String(href))).json()
  expect(manifest).toMatchObject({ start_url: '/admin', scope: '/admin', display: 'standalone' })
  for (const { src } of manifest.icons) expect((await page.request.get(src)).ok()).toBe(true)
})
