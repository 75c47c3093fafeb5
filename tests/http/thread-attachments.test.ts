import { expect, test } from 'vitest'

import { newId } from '#app/platform/ids.server.ts'
import { sendInquiry } from '#tests/support/send-inquiry.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest({ LIMITS: 'off' })

async function page(path: string, cookie: string): Promise<string> {
  return (await fetch(`${server().url}${path}`, { headers: { cookie } })).text()
}

async function attach(cookie: string): Promise<string> {
  await sendInquiry(server().url, { name: 'Ada', email: 'ada@attached.example.com' })
  const lead = /\/admin\/leads\/([\w-]{36})/.exec(await page('/admin/leads', cookie))?.[1] ?? ''
  const body = new FormData()
  body.set('lead', lead)
  body.set('key', newId())
  body.set('text', 'Here it is.')
  body.set('files', new Blob(['<script>alert(1)</script>'], { type: 'text/html' }), 'x"\u202e.html')
  const headers = { cookie, origin: server().url }
  await fetch(`${server().url}/admin/replies`, { method: 'POST', body, headers, redirect: 'manual' })
  return /\/admin\/attachments\/[\w-]{36}/.exec(await page(`/admin/leads/${lead}`, cookie))?.[0] ?? ''
}

/** Invites a person, who accepts without a mail server. */
async function joinAsEditor(owner: string): Promise<string> {
  const post = (path: string, cookie: string, fields: Record<string, string>) =>
    fetch(`${server().url}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie, origin: server().url },
      redirect: 'manual',
    })
  const invitation = { intent: 'invite', email: 'editor@agency.test', role: 'editor' }
  const invited = await post('/admin/team', owner, invitation)
  const token = /invitation\?token=([\w-]{43})/.exec(await invited.text())?.[1] ?? ''
  const password = 'seven geese on a gate'
  const fields = { token, name: 'The editor', password, confirmPassword: password }
  const accepted = await post('/admin/invitation', '', fields)
  return accepted.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
}

test('an attachment is downloaded and never shown, and only by who may read leads', async () => {
  const owner = await signInByHttp(server().url)
  const path = await attach(owner)
  expect(path).not.toBe('')
  const ask = (cookie: string) => fetch(`${server().url}${path}`, { headers: { cookie }, redirect: 'manual' })
  const file = await ask(owner)
  expect(file.status).toBe(200)
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="[\w. -]+"; filename\*=UTF-8''[\w.%-]+$/,
    ),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': expect.stringContaining('no-store'),
  })
  expect(await file.text()).toBe('<script>alert(1)</script>')
  const stranger = await ask('')
  expect(stranger.status).not.toBe(200)
  expect(await stranger.text()).not.toContain('alert(1)')
  const editor = await ask(await joinAsEditor(owner))
  expect(editor.status).toBe(403)
  expect(await editor.text()).not.toContain('alert(1)')
})
