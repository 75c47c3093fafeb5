import { brotliCompressSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { defaultAssistantSettings } from '#app/features/chat/assistants/assistant-settings.server.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest({ LIMITS: 'off' })
const shop = 'https://shop.example'
const stranger = 'https://stranger.example'

async function addAssistant(name: string, origins: string) {
  const { url } = server()
  const headers = { cookie: await signInByHttp(url), origin: url }
  const typed = Object.entries({ ...defaultAssistantSettings(name), origins }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const body = new URLSearchParams([
    ...typed,
    ['offset', '24'],
    ['intent', 'save'],
    ['id', 'new'],
    ['name', name],
  ])
  const saved = await fetch(`${url}/admin/assistants/new`, {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
  })
  const path = String(saved.headers.get('location')).replace('#saved', '')
  const page = await (await fetch(`${url}${path}`, { headers })).text()
  return { path, headers, key: String(/data-assistant=(?:&quot;|")([\w-]{16})/.exec(page)?.[1]) }
}

const fromHost = (path: string, headers: Record<string, string>) =>
  fetch(`${server().url}${path}`, { headers })

const scriptFor = async (referer: string) => (await fromHost('/assistant.js', { referer })).text()

test('the script has the looks of the assistants that its page may show, and of no others', async () => {
  const { key } = await addAssistant('Shop', `${shop} https://*.help.example`)
  for (const host of [`${shop}/a?b`, `${shop}/`, 'https://de.help.example/'])
    expect(await scriptFor(host), host).toContain(key)
  const refused = await Promise.all(
    [
      `${stranger}/`,
      'https://a.b.help.example/',
      'https://help.example/',
      'http://shop.example/',
      'nonsense',
    ].map(scriptFor),
  )
  for (const script of refused) expect(script).not.toContain(key)
  expect(new Set(refused).size, 'strangers cause no texts of their own').toBe(1)
  const { headers } = await fromHost('/assistant.js', { referer: shop, 'accept-encoding': 'br' })
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(headers.get('cache-control')).toBe('private, max-age=300')
  expect(headers.get('vary')).toMatch(/referer/)
})

test('the frame may stand in the page that asked, and in no other', async () => {
  const { key } = await addAssistant('Frames', `${shop} https://*.help.example`)
  const framing = async (path: string) => {
    const { status, headers } = await fromHost(path, {})
    const ancestors = /frame-ancestors ([^;]*)/.exec(String(headers.get('content-security-policy')))?.[1]
    return { status, ancestors, older: headers.get('x-frame-options') }
  }
  const inFrame = (host: string) => framing(`/assistant/${key}?host=${encodeURIComponent(host)}`)
  expect(await inFrame(shop)).toEqual({ status: 200, ancestors: shop, older: null })
  expect(await inFrame('https://de.help.example')).toMatchObject({ ancestors: 'https://de.help.example' })
  // Whatever else is asked for, only the exact origins of the settings remain.
  const injected = ['https://x.example; script-src *', 'https://a https: ; x.help.example']
  for (const host of [stranger, 'https://*.help.example', '*', ...injected, 'null'])
    expect(await inFrame(host), host).toMatchObject({ ancestors: shop })
  expect(await framing(`/assistant/${key}`)).toMatchObject({ ancestors: shop })
  const nowhere = await addAssistant('Nowhere', '')
  expect(await framing(`/assistant/${nowhere.key}`)).toMatchObject({ ancestors: "'none'", older: 'DENY' })
  for (const unknown of ['site', 'x'.repeat(16), 'x'.repeat(500)])
    expect(await framing(`/assistant/${unknown}`), unknown).toMatchObject({ status: 404, older: 'DENY' })
})

test('a page without a Referer asks by its Origin; a refused one is told to the owner', async () => {
  const { key, path, headers } = await addAssistant('Looks', shop)
  const allowed = await fromHost(`/assistant/${key}/look`, { origin: shop })
  expect(allowed.headers.get('access-control-allow-origin')).toBe(shop)
  expect(((await allowed.json()) as unknown[]).slice(0, 2)).toEqual([key, 'Open chat'])
  for (const origin of [stranger, 'null', '*']) {
    const refused = await fromHost(`/assistant/${key}/look`, { origin })
    expect(refused.status, origin).toBe(403)
    expect(refused.headers.get('access-control-allow-origin'), origin).toBeNull()
  }
  const page = await (await fromHost(`${path}/sites`, headers)).text()
  expect(page).toContain(`Allow ${stranger}`)
  expect(page).not.toMatch(/Allow (?:null|\*)/)
})

test('the script is at most 2 KB, whatever the assistants are called and however many there are', async () => {
  const own = brotliCompressSync(await scriptFor('https://size.example/'))
  expect(own.byteLength, 'of no assistant').toBeLessThan(2000)
  const held: number[] = []
  for (let count = 1; count <= 4; count += 1) {
    await addAssistant(`Size ${count}`, 'https://size.example')
    const script = await scriptFor('https://size.example/')
    expect(brotliCompressSync(script).byteLength, `${count} assistants`).toBeLessThanOrEqual(2048)
    held.push(script.match(/"Open chat"/g)?.length ?? 0)
  }
  expect(held[0], 'the button of one assistant needs no other request').toBe(1)
})
