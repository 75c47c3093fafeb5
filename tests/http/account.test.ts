import { expect, test } from 'vitest'

import { serverUnderTest, signInByHttp, testOwner } from '#tests/support/server-under-test.ts'

/** No mail server listens there; requests are stored and answered before one is contacted. */
const server = serverUnderTest({ SMTP_URL: 'smtp://127.0.0.1:9', LIMITS: 'off' })
const withoutMail = serverUnderTest()

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(`${server().url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: server().url, ...headers },
    redirect: 'manual',
  })
}

test('who asks for a link gets the same bytes and headers, owner or not', async () => {
  const answerTo = async (email: string) => {
    const response = await post('/admin/forgot-password', { email })
    const headers = Object.fromEntries(response.headers)
    for (const name of ['x-request-id', 'date']) delete headers[name]
    const text = JSON.stringify({ headers, body: await response.text() })
    return { status: response.status, text: text.replaceAll(/'nonce-[^']+'/g, 'nonce') }
  }
  const known = await answerTo(testOwner.email)
  expect(known.status).toBe(200)
  expect(known.text).toContain('If this is the address of the owner’s account')
  expect(known.text).toContain('"cache-control":"no-store"')
  expect(await answerTo('stranger@agency.test')).toEqual(known)
})

test('who asks for a link waits the same time, owner or not', async () => {
  const timeOf = async (email: string) => {
    const begun = performance.now()
    await (await post('/admin/forgot-password', { email })).text()
    return performance.now() - begun
  }
  const times = { known: [] as number[], unknown: [] as number[] }
  // Alternates, so that a machine that slows down slows both.
  for (let n = 0; n < 40; n += 1) {
    times.known.push(await timeOf(testOwner.email))
    times.unknown.push(await timeOf(`stranger${n}@agency.test`))
  }
  const median = (list: number[]) => list.toSorted((one, other) => one - other)[list.length / 2] ?? 0
  const [known, unknown] = [median(times.known), median(times.unknown)]
  expect(Math.abs(known - unknown), `${known} against ${unknown} ms`).toBeLessThan(Math.max(5, known / 2))
})

test('without a mail server the page says how it is done on the machine, and takes no address', async () => {
  const url = `${withoutMail().url}/admin/forgot-password`
  const page = await (await fetch(url)).text()
  expect(page).toContain('npm run owner:reset')
  expect(page).not.toContain('<form')
  const headers = { origin: withoutMail().url }
  const body = new URLSearchParams({ email: testOwner.email })
  expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(409)
})

test('an invalid link shows no form', async () => {
  const page = await fetch(`${server().url}/admin/reset-password?token=guess`)
  expect(await page.text()).toContain('This link was already used or is more than an hour old.')
})

test('the second step without a first leads to the login', async () => {
  for (const answer of [
    await fetch(`${server().url}/admin/login/code?next=/admin/leads`, { redirect: 'manual' }),
    await post(
      '/admin/login/code?next=/admin/leads',
      { code: '123456' },
      { cookie: 'foyer_session_step=guess' },
    ),
  ]) {
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/admin/login?next=%2Fadmin%2Fleads')
  }
})

test('a write with the second step’s cookie must have an Origin header', async () => {
  const body = new URLSearchParams({ code: '123456' })
  const headers = { cookie: 'foyer_session_step=guess' }
  const answer = await fetch(`${server().url}/admin/login/code`, { method: 'POST', body, headers })
  expect(answer.status).toBe(403)
})

test('a password changed in one session ends the other and renews the cookie; signing in ends the session before', async () => {
  const [one, other] = [await signInByHttp(server().url), await signInByHttp(server().url)]
  const isOpen = async (cookie: string) =>
    (await fetch(`${server().url}/admin/account`, { headers: { cookie }, redirect: 'manual' })).status === 200
  const newPassword = 'seven geese on a gate'
  const change = {
    intent: 'password',
    password: testOwner.password,
    newPassword,
    confirmPassword: newPassword,
  }
  const changed = await post('/admin/account', change, { cookie: one })
  const renewed = changed.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  expect(changed.status).toBe(200)
  expect([await isOpen(one), await isOpen(other), await isOpen(renewed)]).toEqual([false, false, true])

  const fields = { email: testOwner.email, password: newPassword }
  const again = await post('/admin/login', fields, { cookie: renewed })
  expect(again.headers.getSetCookie().find((cookie) => cookie.startsWith('foyer_session'))).toMatch(
    /^foyer_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=28800$/,
  )
  expect(await isOpen(renewed)).toBe(false)
})
