import { once } from 'node:events'
import { connect } from 'node:net'

import { expect, test } from 'vitest'

import { createPdf } from '#tests/factories/pdf.ts'
import { eventually } from '#tests/support/eventually.ts'
import { textOf } from '#tests/support/page-html.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest()

const LIMIT = 10_485_760
const tooLarge = '"big.pdf" is larger than 10 MB. Please choose a smaller file.'

type Reading = { id: string; kind: string; title: string; status: string }

/** Returns a small PDF that is padded to a size. */
function pdfOf(size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  bytes.set(createPdf([['Some text.']]))
  return bytes
}

async function send(path: string, fields: Record<string, string | File>, as: { cookie?: string } = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const headers = { origin: server().url, ...as }
  return fetch(`${server().url}${path}`, { method: 'POST', body: form, headers, redirect: 'manual' })
}

const fileOf = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name)

async function readings(cookie: string): Promise<Reading[]> {
  const response = await fetch(`${server().url}/admin/knowledge/readings`, { headers: { cookie } })
  return ((await response.json()) as { readings: Reading[] }).readings
}

async function titles(cookie: string): Promise<string[]> {
  return (await readings(cookie)).map(({ title }) => title)
}

test('a PDF of exactly 10 MB is taken, one of a byte more is refused by name and limit', async () => {
  const cookie = await signInByHttp(server().url)
  const fits = await send('/admin/knowledge/pdfs', { file: fileOf(pdfOf(LIMIT), 'fits.pdf') }, { cookie })
  expect([fits.status, await fits.json()]).toEqual([200, { stored: true }])
  const file = fileOf(pdfOf(LIMIT + 1), 'big.pdf')
  const refused = await send('/admin/knowledge/pdfs', { file }, { cookie })
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: tooLarge, code: 'invalid', fields: { file: tooLarge } },
  ])
  expect(await titles(cookie)).toEqual(['fits'])
})

test('without script the same form is a plain post, and its page says the same', async () => {
  const cookie = await signInByHttp(server().url)
  const big = fileOf(pdfOf(LIMIT + 1), 'big.pdf')
  const refused = await send('/admin/knowledge', { intent: 'upload', file: big }, { cookie })
  expect(refused.status).toBe(400)
  expect(textOf(await refused.text())).toContain(tooLarge)
  const plain = fileOf(createPdf([['Plainly posted.']]), 'plain.pdf')
  expect((await send('/admin/knowledge', { intent: 'upload', file: plain }, { cookie })).status).toBe(200)
  expect(await titles(cookie)).toContain('plain')
})

test('a file that is only named like a PDF is refused, and so is a form without a file', async () => {
  const cookie = await signInByHttp(server().url)
  const file = fileOf(new TextEncoder().encode('<script>alert(1)</script>'), 'trick.pdf')
  const refused = await send('/admin/knowledge/pdfs', { file }, { cookie })
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { error: '"trick.pdf" is not a PDF. Please choose a PDF file.' },
  ])
  const empty = await send('/admin/knowledge/pdfs', { file: new File([], '') }, { cookie })
  expect([empty.status, await empty.json()]).toMatchObject([400, { error: 'Please choose a PDF file.' }])
  expect(await titles(cookie)).not.toContain('trick')
})

test.each([
  ['of a known length', `content-length: ${LIMIT}`, '--x\r\n', /^HTTP\/1.1 413 /],
  [
    'of an unknown length',
    'transfer-encoding: chunked',
    '5\r\n--x\r\n\r\n',
    /^HTTP\/1.1 302 [\s\S]*location: \/admin\/login/,
  ],
])(
  'an upload %s without a session is refused before it has arrived',
  async (_what, length, begin, refusal) => {
    for (const path of ['/admin/knowledge', '/admin/knowledge/pdfs']) {
      const socket = connect(Number(new URL(server().url).port), '127.0.0.1')
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\n${length}\r\n\r\n${begin}`,
      )
      const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(5000) })) as [Buffer]
      socket.destroy()
      expect(answer.toString()).toMatch(refusal)
    }
  },
)

test('a public PDF is shown by the browser’s viewer and by nothing else, until it is switched off', async () => {
  const cookie = await signInByHttp(server().url)
  const bytes = createPdf([['Prices for the year.']])
  await send('/admin/knowledge/pdfs', { file: fileOf(bytes, 'Prüfung "1".pdf'), public: '1' }, { cookie })
  const id = (await readings(cookie)).find(({ title }) => title === 'Prüfung "1"')?.id ?? ''
  const path = `/knowledge/${id}/document.pdf`
  const shown = await fetch(`${server().url}${path}`)
  expect(shown.status).toBe(200)
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="Pr_fung _1_.pdf"; filename*=UTF-8''Pr%C3%BCfung%20%221%22.pdf`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  })
  const policy = shown.headers.get('content-security-policy')
  expect(policy).toMatch(
    /^default-src 'none'; base-uri 'none'; form-action 'none'; object-src 'self'; style-src 'unsafe-inline'/,
  )
  expect(policy).not.toContain('script-src')
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(bytes)

  const off = await send('/admin/knowledge', { intent: 'switch', id, enabled: '0' }, { cookie })
  expect(off.status).toBe(200)
  expect((await fetch(`${server().url}${path}`)).status).toBe(404)
})

test('a private PDF is opened by its owner alone, until the owner lets visitors open it', async () => {
  const cookie = await signInByHttp(server().url)
  const bytes = createPdf([['Not for everybody.']])
  const plain = { intent: 'upload', file: fileOf(bytes, 'private.pdf') }
  expect((await send('/admin/knowledge', plain, { cookie })).status).toBe(200)
  const id = (await readings(cookie)).find(({ title }) => title === 'private')?.id ?? ''
  const ask = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${server().url}/knowledge/${id}/document.pdf`, { headers })
    return [response.status, await response.text()] as const
  }
  const none = await fetch(`${server().url}/knowledge/none/document.pdf`)
  // The response must not reveal to strangers that the file exists.
  expect(await ask()).toEqual([404, await none.text()])
  expect(await ask({ cookie: 'foyer_session=made-up' })).toMatchObject([404, expect.anything()])
  expect(await ask({ cookie })).toMatchObject([200, expect.stringContaining('%PDF')])

  const share = (isPublic: string) =>
    send(`/admin/knowledge/${id}`, { intent: 'share', public: isPublic }, { cookie })
  expect((await share('1')).status).toBe(200)
  expect((await ask())[0]).toBe(200)
  expect((await share('0')).status).toBe(200)
  expect((await ask())[0]).toBe(404)
})

test('the address of a PDF serves nothing else', async () => {
  const cookie = await signInByHttp(server().url)
  await send('/admin/knowledge', { intent: 'text', title: 'A text', text: 'Not for download.' }, { cookie })
  const text = await eventually(async () => {
    const found = (await readings(cookie)).find(({ title }) => title === 'A text')
    expect(found?.status).toBe('ready')
    return found
    // The pages of the site are read first.
  }, 40_000)
  for (const id of [text?.id, 'some-id', '..%2f..%2fetc']) {
    const response = await fetch(`${server().url}/knowledge/${id}/document.pdf`)
    expect(response.status, id).toBe(404)
    expect(await response.text()).not.toContain('download')
  }
})
