import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { createPdf } from '#tests/factories/pdf.ts'
import { until } from '#tests/support/until.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest({ LIMITS: 'off' })

const pdf = createPdf([['Brief']])

async function page(path: string, cookie = ''): Promise<string> {
  return (await fetch(`${server().url}${path}`, { headers: { cookie } })).text()
}

let made = 0
let asked: Promise<{ cookie: string; field: string }> | undefined

/** Adds the question once, and returns the name of its field when the pages show it. */
function askForFile(): Promise<{ cookie: string; field: string }> {
  asked ??= addQuestion()
  return asked
}

async function addQuestion() {
  const cookie = await signInByHttp(server().url)
  const question = { intent: 'save', id: '', question: 'Your brief?', kind: 'file', megabytes: '10' }
  const body = new URLSearchParams({ ...question, 'accept-pdf': 'on', 'accept-pictures': 'on' })
  const headers = { cookie, origin: server().url }
  await fetch(`${server().url}/admin/contact-form`, { method: 'POST', body, headers })
  let field: string | undefined
  await until('the form asks for the file', async () => {
    field = /answer-\w{10}/.exec(await page('/contact'))?.[0]
    return field !== undefined
  })
  return { cookie, field: assertDefined(field, 'the form asks') }
}

type Chosen = { name: string; bytes: Uint8Array | string }

async function formWith({ name, bytes }: Chosen, message = 'Please read it.') {
  const { field } = await askForFile()
  made += 1
  const form = new FormData()
  form.set('name', `Ada ${made}`)
  form.set('email', `ada${made}@filed.example.com`)
  form.set(field, new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name))
  form.set('message', message)
  form.set('consent', 'on')
  return form
}

const post = (path: string, body: FormData, accept = 'text/html') =>
  fetch(`${server().url}${path}`, { method: 'POST', body, headers: { accept }, redirect: 'manual' })

async function pathOfFile(name: string): Promise<string> {
  const { cookie } = await askForFile()
  const leads = await page('/admin/leads', cookie)
  const lead = new RegExp(`/admin/leads/([\\w-]{36})"[^>]*>(?:<[^>]*>)*${name}<`).exec(leads)?.[1]
  return /\/admin\/inquiry-files\/[\w-]{36}/.exec(await page(`/admin/leads/${lead}`, cookie))?.[0] ?? ''
}

test('without script, a file arrives with its inquiry and is a download for members only', async () => {
  const { cookie } = await askForFile()
  const html = `%PDF-1.7\n<script>alert(1)</script>\n%%EOF`
  const sent = await post('/contact', await formWith({ name: 'x"\u202Efdp.html', bytes: html }))
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/contact/thank-you'])
  const path = await pathOfFile(`Ada ${made}`)
  expect(path).not.toBe('')
  const ask = (as: string) => fetch(`${server().url}${path}`, { headers: { cookie: as }, redirect: 'manual' })
  const file = await ask(cookie)
  expect(file.status).toBe(200)
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="x__fdp.html.pdf"; filename*=UTF-8''x__fdp.html.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': expect.stringContaining('no-store'),
  })
  expect(await file.text()).toBe(html)
  const stranger = await ask('')
  expect(stranger.status).not.toBe(200)
  expect(await stranger.text()).not.toContain('alert(1)')
})

test('a file of 50 MB is refused with a sentence and the text kept, with and without script', async () => {
  const { field } = await askForFile()
  const bytes = new Uint8Array(50 * 1024 * 1024)
  const sentence = 'Please choose a file of at most 10 MB.'
  const plain = await post('/contact', await formWith({ name: 'film.pdf', bytes }, 'Kept words'))
  expect(plain.status).toBe(400)
  const shown = await plain.text()
  expect(shown).toContain(sentence)
  expect(shown).toContain('Kept words')
  const scripted = await post(
    '/api/inquiries',
    await formWith({ name: 'film.pdf', bytes }),
    'application/json',
  )
  expect(await scripted.json()).toMatchObject({ fields: { [field]: sentence } })
})

test('a file is asked for again if another field is refused, because the browser forgets it', async () => {
  const form = await formWith({ name: 'brief.pdf', bytes: pdf }, 'Kept words')
  form.set('email', 'nobody')
  const refused = await (await post('/contact', form)).text()
  for (const text of ['Please choose the file again.', 'Kept words', 'multipart/form-data'])
    expect(refused).toContain(text)
})

test.each([
  ['a drawing with a script', 'drawing.pdf', '<svg onload="alert(1)"/>', 'one of these kinds: PDF, JPG'],
  ['an empty file', 'brief.pdf', '', 'This file is empty'],
  ['half a file', 'brief.pdf', '%PDF-1.7 ', 'This file is damaged'],
])('%s is refused with a sentence', async (_, name, bytes, sentence) => {
  const refused = await post('/api/inquiries', await formWith({ name, bytes }), 'application/json')
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain(sentence)
})

test('other addresses take no large body of a visitor, and no body is endless', async () => {
  const large = new FormData()
  large.set('file', new File([new Uint8Array(200_000)], 'a.pdf'))
  expect((await post('/about', large)).status).toBe(413)
  const endless = await formWith({ name: 'a.pdf', bytes: new Uint8Array(66 * 1024 * 1024) })
  const refused = await post('/contact', endless).catch((error: Error) => error)
  expect(refused instanceof Error || refused.status === 413).toBe(true)
})
