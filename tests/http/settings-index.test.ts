import { expect, test } from 'vitest'

import { findSettings, settingsPlaces } from '#app/features/site/settings/settings-index.ts'
import { signInByHttp } from '#tests/support/owner-of-tests.ts'
import { serverUnderTest } from '#tests/support/server-under-test.ts'

const server = serverUnderTest()

test('each setting that the search offers is on its page', async () => {
  const cookie = await signInByHttp(server().url)
  const missing: string[] = []
  for (const { path, settings } of settingsPlaces) {
    const response = await fetch(`${server().url}${path}`, { headers: { cookie } })
    expect(response.status, path).toBe(200)
    const html = await response.text()
    const body = html.slice(html.indexOf('<h1'), html.indexOf('</main>'))
    missing.push(...settings.filter((name) => !body.includes(name)).map((name) => `${path}: ${name}`))
  }
  expect(missing).toEqual([])
})

test('a setting is found by the beginnings of its words', () => {
  expect(findSettings('bot nam')).toEqual([
    { path: '/admin/chatbot', name: 'Bot name', where: 'Chatbot Settings' },
  ])
  expect(findSettings('HOURS').map(({ name }) => name)).toContain('Business hours')
  expect(findSettings(' ')).toEqual([])
  expect(findSettings('nothing like this')).toEqual([])
})
