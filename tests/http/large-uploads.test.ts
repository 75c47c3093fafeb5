import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'
import { until } from '#tests/support/until.ts'

const server = serverUnderTest()
const MB = 1024 * 1024

async function exported(cookie: string): Promise<Record<string, Uint8Array>> {
  const response = await fetch(`${server().url}/admin/transfer/content.zip`, { headers: { cookie } })
  return unzipSync(await response.bytes())
}

async function upload(cookie: string, bytes: Uint8Array<ArrayBuffer>, path = '/admin/transfer') {
  const body = new FormData()
  body.set('intent', 'check')
  body.set('file', new File([bytes], 'content.zip'))
  const headers = { cookie, origin: server().url }
  return fetch(`${server().url}${path}`, { method: 'POST', body, headers, redirect: 'manual' })
}

/** Announces a body, and sends none of it. */
function open(path: string, headers: string, bytes = 20 * MB): Socket {
  const { hostname, port, host, origin } = new URL(server().url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\ncontent-length: ${bytes}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\n${headers}\r\n`,
  )
  return socket
}

async function announce(path: string, headers: string): Promise<string> {
  const socket = open(path, headers)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return answer.toString()
}

test('the owner may upload an archive of 20 MB, and nothing else that is as large', async () => {
  const cookie = await signInByHttp(server().url)
  const archive = zipSync({ ...(await exported(cookie)), 'notes.txt': randomBytes(20 * MB) }, { level: 0 })
  const bytes = new Uint8Array(archive)
  expect((await upload(cookie, bytes)).status).toBe(200)
  await until('the archive was checked', async () => {
    const listed = await fetch(`${server().url}/admin/transfer/transfers`, { headers: { cookie } })
    return (await listed.text()).includes('It is valid')
  })
  expect(await announce('/admin/images', `cookie: ${cookie}\r\n`)).toMatch(/^HTTP\/1\.1 413/)
  expect(await announce('/admin/settings', `cookie: ${cookie}\r\n`)).toMatch(/^HTTP\/1\.1 413/)
})

test('a stranger is refused before any of such a large body is sent', async () => {
  expect(await announce('/admin/transfer', '')).toMatch(/^HTTP\/1\.1 413/)
  for (const path of ['/admin/transfer', '/admin/transfer.data'])
    expect(await announce(path, 'cookie: foyer_session=forged\r\n')).toContain('/admin/login')
})

test('while an archive is being uploaded, another is refused and other uploads are not', async () => {
  const cookie = await signInByHttp(server().url)
  // One of them is admitted and waits for its body; only the other gets a response.
  const both = [1, 2].map(() => open('/admin/transfer', `cookie: ${cookie}\r\n`, 50 * MB))
  const answer = await Promise.race(both.map(async (socket) => String((await once(socket, 'data'))[0])))
  expect(answer).toMatch(/^HTTP\/1\.1 429/)
  const small = zipSync({ 'content.json': strToU8('{}') }, { level: 0 })
  expect((await upload(cookie, new Uint8Array(small))).status).toBe(200)
  for (const socket of both) socket.destroy()
  await until('the next is let in', async () => {
    const archive = new Uint8Array(zipSync({ 'notes.txt': randomBytes(15 * MB) }, { level: 0 }))
    // A refused upload may lose its connection before its response is read.
    return upload(cookie, archive).then(
      ({ status }) => status === 200,
      () => false,
    )
  })
})
