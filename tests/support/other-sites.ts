import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type OtherSite = {
  origin: string
  /** Each page of the site is answered with it from now on. */
  show(page: { html: string; headers?: Record<string, string> }): void
  close(): Promise<void>
}

const notPages = new Map([
  ['/favicon.ico', 204],
  ['/robots.txt', 404],
])

/** Serves the pages of another site, on a site of its own for browsers: ours is at localhost. */
export async function startOtherSite(): Promise<OtherSite> {
  let shown: Parameters<OtherSite['show']>[0] = { html: '' }
  const server = createServer((request, response) => {
    const status = notPages.get(String(request.url)) ?? 200
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...shown.headers })
    response.end(status === 200 ? shown.html : '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    show(page) {
      shown = page
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
