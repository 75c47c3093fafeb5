import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { strToU8, zipSync } from 'fflate'

import { percentile, residentMegabytes, type Row } from '../bench/measure.ts'
import { importPosts, ownerEnv, signIn } from '../bench/owner.ts'
import { hostileMarkdown, hostileYaml, wordPressExport } from '../tests/factories/hostile-texts.ts'
import { type AppServer, startAppServer } from '../tests/support/app-server.ts'

import { secret } from './figures.ts'
import { type Looks, watchPage } from './watch-page.ts'

/** In milliseconds, for a visitor's page. */
const MOST_DELAY = 200

type Owner = Awaited<ReturnType<typeof signIn>>

export async function feedParsers(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-parsers-'))
  const env = { ...ownerEnv, DATA_DIR: folder, APP_SECRET: secret, LOG_LEVEL: 'fatal', LIMITS: 'off' }
  const app = await startAppServer(env)
  try {
    const owner = await signIn(app)
    await owner('/admin/blog/draft', draftOf('warm'))
    const watch = watchPage(`${app.url}/contact`)
    await pause(3000)
    const atRest = await watch.take()
    const rows: Row[] = [delayRow('Nothing', atRest, '')]
    const measure = async (what: string, work: () => Promise<string>) => {
      await watch.take()
      const start = performance.now()
      const outcome = await work()
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      rows.push(delayRow(what, await watch.take(), `${outcome} after ${seconds} s; `))
    }
    for (const [what, text] of Object.entries(hostileMarkdown))
      await measure(`Preview of ${what}`, () => preview(owner, text))
    for (const [what, file, base] of files())
      await measure(`Import of ${what}`, () => importPosts(owner, { file, base }).catch(refusal))
    // The knowledge base then reads what was imported.
    await measure('What follows an import', () => pause(10_000, 'passed'))
    await watch.stop()
    return [...rows, memoryRow(app)]
  } finally {
    await app.stop()
    rmSync(folder, { recursive: true })
  }
}

function* files(): Generator<[what: string, file: Uint8Array, base: string]> {
  const yaml = Array.from({ length: 90 }, (_, n) => [
    `p${n}.md`,
    strToU8(`---\n${hostileYaml[n % hostileYaml.length]}\n---\nText`),
  ])
  yield ['a zip of hostile front matter', zipSync(Object.fromEntries(yaml)), '']
  const markdown = Object.entries(hostileMarkdown).map(([name, text]) => [`${name}.md`, strToU8(text)])
  yield ['a zip of hostile Markdown', zipSync(Object.fromEntries(markdown)), '']
  yield ['900 posts of WordPress', strToU8(wordPressExport(900)), '']
  yield ['the same again', strToU8(wordPressExport(900)), '']
  yield ['XML nested without end', strToU8(`<rss><channel>${'<a>'.repeat(3_000_000)}`), '']
  const html = '__GHOST_URL__'.repeat(700_000)
  const ghost = strToU8(JSON.stringify({ data: { posts: [{ id: 1, title: 'a', html }] } }))
  yield ['a Ghost export of placeholders', ghost, `https://a.example/${'x'.repeat(180)}`]
  yield ['a Ghost export with a long address', ghost, `https://a.example/${'x'.repeat(9000)}`]
}

function draftOf(content: string): URLSearchParams {
  return new URLSearchParams({ title: 'Hostile', content, version: '0' })
}

async function preview(owner: Owner, text: string): Promise<string> {
  return owner('/admin/blog/draft', draftOf(text)).then(() => 'shown', refusal)
}

/** A 4xx is an expected refusal; anything else is a fault. */
function refusal(error: unknown): string {
  const status = /answered (4\d\d)/.exec(String(error))?.[1]
  if (status === undefined) throw error
  return `refused (${status})`
}

function delayRow(what: string, { times, late, failures }: Looks, outcome: string): Row {
  const most = Math.max(...times)
  return {
    what,
    measured: `${outcome}a cached page took ${most.toFixed(0)} ms at most, ${percentile(times, 0.99).toFixed(0)} ms p99; the watcher itself was ${Math.max(...late).toFixed(0)} ms late at most`,
    target: `${MOST_DELAY} ms at most`,
    ok: failures === 0 && most <= MOST_DELAY,
  }
}

function memoryRow(app: AppServer): Row {
  const megabytes = residentMegabytes(app)
  return {
    what: 'Memory (RSS) of the server after all of that',
    measured: `${megabytes.toFixed(0)} MB`,
    target: 'under 400 MB',
    ok: megabytes < 400,
  }
}
