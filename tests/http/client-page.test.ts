import { expect, test } from 'vitest'

import { clientsEn } from '#app/features/chat/clients/messages.en.ts'
import { listTexts } from '#app/features/content/wording/texts-in.ts'
import { clients } from '#app/languages/ar/clients.ts'
import { createSigner } from '#app/platform/crypto/signer.server.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'
import { testSecret } from '#tests/support/test-ctx.ts'

const server = serverUnderTest({ LIMITS: 'off' })
const shared = '/admin/shared-assistant/site'

async function makeLink(): Promise<string> {
  const { url } = server()
  const headers = { cookie: await signInByHttp(url), origin: url }
  const fields = { intent: 'make-link', id: 'site', days: '30', language: 'ar', emails: '' }
  const body = new URLSearchParams(fields)
  await fetch(`${url}/admin/assistants/site/sites`, { method: 'POST', body, headers })
  const page = await (await fetch(`${url}/admin/assistants/site/sites`, { headers })).text()
  return String(/shared-assistant\/site\?key=([\w-]+)/.exec(page)?.[1])
}

async function read(path: string, init: RequestInit = {}) {
  const response = await fetch(`${server().url}${path}`, init)
  const html = await response.text()
  expect(html).toContain('<html lang="ar" dir="rtl"')
  expect(html).not.toContain('<script')
  for (const { text } of listTexts(clientsEn)) expect(html, text).not.toContain(`>${text}<`)
  return { status: response.status, html }
}

test('a client reads in the language of the link, also that a link no longer works', async () => {
  const key = await makeLink()
  const page = await read(`${shared}?key=${key}`)
  expect(page.status).toBe(200)
  expect(page.html).toContain(clients.page.none)
  const missing = await read(`${shared}?key=${key}&conversation=x`)
  expect([missing.status, missing.html.includes(clients.page.noConversation)]).toEqual([404, true])
  const wrong = await read(`${shared}?key=x`)
  expect([wrong.status, wrong.html.includes(clients.page.gone)]).toEqual([404, true])
})

test('the mails end by a press without a session, as mail programs do it', async () => {
  await makeLink()
  const key = createSigner(testSecret).sign('assistant client mails', 'removed')
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const done = await read(`${shared}/stop?address=removed&key=${key}`, { method: 'POST', body })
  expect([done.status, done.html.includes(clients.stop.done)]).toEqual([200, true])
  const forged = await read(`${shared}/stop?address=other&key=${key}`, { method: 'POST', body })
  expect([forged.status, forged.html.includes(clients.stop.invalid)]).toEqual([404, true])
})
