import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import { type Grammar, worstOf } from './grammar.ts'

const KB = 1024
/** In milliseconds. */
const HELD = 2000
const FORM = 'application/x-www-form-urlencoded'
const FILE = 'multipart/form-data; boundary=x'

const at = (path: string, n: number) => Array.from({ length: n }, () => path)

export function crowdGrammars(): Grammar[] {
  const crowd = (route: string, what: string, to: number, send: Grammar['send']): Grammar => ({
    route,
    what,
    who: 'stranger',
    sizes: { from: 8, to, unit: 'parts' },
    goesOn: true,
    isCrowd: true,
    send,
  })
  const gets = (path: string, what: string, to: number, address: (key: string) => string = () => path) =>
    crowd(`GET ${path}`, what, to, async (attacker, size) => {
      const answers = await Promise.all(
        at(path, size).map(() => attacker.send({ path: address(attacker.unique()) })),
      )
      return worstOf(answers)
    })
  const posts = (path: string, what: string, to: number, body: (key: string) => string) =>
    crowd(`POST ${path}`, what, to, async (attacker, size) => {
      const answers = await Promise.all(
        at(path, size).map(() => attacker.form(path, body(attacker.unique()))),
      )
      return worstOf(answers)
    })
  return [
    posts('/admin/login', 'sign-ins at once', 64, (key) => `email=${key}@a.example&password=a+wrong+phrase`),
    posts('/admin/forgot-password', 'resets at once', 64, (key) => `email=${key}@a.example`),
    gets('/share/*', 'share images at once', 32, (key) => `/share/${key}.png`),
    gets('/share/*', 'share images of pages at once', 32, () => '/share/home.png'),
    gets('/blog/search', 'searches at once', 64, (key) => `/blog/search?q=${key}`),
    gets('/*', 'pages that are not there at once', 64, (key) => `/none-${key}`),
    crowd('POST /contact', 'unfinished posts at once', 1024, unfinished('/contact', FORM, 60 * KB)),
    crowd('POST /contact', 'posts too large, unfinished', 1024, unfinished('/contact', FORM, 2 * 1024 * KB)),
    crowd('POST /admin/images', 'unfinished uploads', 1024, unfinished('/admin/images', FILE, 2 * 1024 * KB)),
    {
      ...crowd('POST /admin/images', "the owner's unfinished uploads", 1024, (attacker, size) =>
        unfinished('/admin/images', FILE, 2 * 1024 * KB, attacker.cookie())(attacker, size),
      ),
      who: 'owner',
    },
  ]
}

/** Sends all but the last byte of many posts, and holds the connections while memory is measured. */
function unfinished(path: string, type: string, bytes: number, cookie = ''): Grammar['send'] {
  return async ({ url }, size) => {
    const { port, host } = new URL(url)
    const body = Buffer.alloc(bytes, 'a=b&')
    const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: ${url}\r\ncookie: ${cookie || 'a=b'}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`
    let failed = 0
    const sockets = at(path, size).map((): Socket => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      socket.on('data', (chunk: Buffer) => {
        const line = chunk.subarray(0, 60).toString()
        if (line.startsWith('HTTP/1.1 5') && !line.startsWith('HTTP/1.1 503')) failed += 1
      })
      socket.write(head)
      socket.write(body.subarray(1))
      return socket
    })
    await pause(HELD)
    for (const socket of sockets) socket.destroy()
    return { status: failed > 0 ? 500 : 200, retryAfter: false, text: '' }
  }
}
