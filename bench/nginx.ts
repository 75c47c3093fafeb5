import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'

import { freePort } from '../tests/support/app-server.ts'
import { until } from '../tests/support/until.ts'

const ownHeaders = new Set(['connection', 'content-length', 'content-type', 'date', 'etag', 'keep-alive'])

/**
 * Starts nginx with one worker, serving `url`'s response as a file with its headers. Null if it is not installed.
 * @param options.folder where its files are stored
 */
export async function startNginx(options: {
  url: string
  encoding: string
  folder: string
}): Promise<{ port: number; process: ChildProcess; stop(): Promise<void> } | null> {
  if (spawnSync('nginx', ['-v']).error) return null
  const { headers, body } = await fetchRaw(options.url, options.encoding)
  const port = await freePort()
  const root = join(options.folder, `nginx-${port}`)
  mkdirSync(root)
  writeFileSync(join(root, 'index.html'), body)
  const added = Object.entries(headers)
    .filter(([name]) => !ownHeaders.has(name))
    .map(([name, value]) => `add_header ${name} ${JSON.stringify(String(value))};`)
  const config = join(root, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${root}/pid; error_log ${root}/errors;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; open_file_cache max=10; keepalive_requests 1000000000;
  default_type "text/html; charset=utf-8";
  server { listen 127.0.0.1:${port}; root ${root}; ${added.join(' ')} }
}`,
  )
  const child = spawn('nginx', ['-c', config], { stdio: 'ignore' })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    )
  await until('nginx answers', answers)
  return {
    port,
    process: child,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Returns the response as sent, because `fetch` would decompress it. */
function fetchRaw(url: string, encoding: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }))
    }).on('error', reject)
  })
}
