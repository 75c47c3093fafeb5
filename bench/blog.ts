import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

import { strToU8, zipSync } from 'fflate'

import { type AppServer, freePort, startAppServer } from '../tests/support/app-server.ts'
import { until } from '../tests/support/until.ts'

import { openBenchDatabase } from './bench-database.ts'
import { cpuSeconds, median, percentile, type Row } from './measure.ts'
import { importPosts, ownerEnv, signIn } from './owner.ts'

const POSTS = 10_000
/** Per zip. */
const MOST_AT_ONCE = 5000
const CONNECTIONS = 8
const ASKED = 3000
/** Word frequencies follow Zipf's law: the n-th most common word occurs 1/n as often as the first. */
const VOCABULARY = 4000
/** After a start, the site's pages are read into the knowledge base. */
const SETTLED = 15_000

/** Measures first views of posts, lists and searches with 10,000 posts; and the size of the editor's scripts. */
export async function measureBlog(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  // Pages contain the site's address, so the second start must use the same port.
  const env = {
    ...ownerEnv,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    LIMITS: 'off',
    PORT: String(await freePort()),
  }
  let app = await startAppServer(env)
  try {
    const imported = await importAll(app)
    await untilKnown(folder)
    const first = await askForPosts(app, 0)
    await untilRenderedAhead(folder)
    await app.stop()
    app = await startAppServer(env)
    await sleep(SETTLED)
    const ahead = await askForPosts(app, ASKED)
    const again = await askForPosts(app, 0)
    const lists = await times(
      app,
      Array.from({ length: 400 }, (_, n) => `/blog?page=${n + 2}`),
    )
    const searches = await times(
      app,
      Array.from({ length: 400 }, (_, n) => `/blog/search?q=${word(n)}+${word(n * 7 + 3)}`),
    )
    return [
      {
        what: `Import of ${POSTS.toLocaleString('en-US')} posts`,
        measured: `${(imported / 1000).toFixed(0)} s`,
        target: 'no target',
        ok: true,
      },
      askedRow('Posts never asked for before, rendered for their first visitor', first, null),
      askedRow('Posts never asked for before, rendered ahead', ahead),
      askedRow('Posts asked for again after a restart', again),
      latencyRow('A list of posts, uncached', lists, 10),
      latencyRow('A search among the posts', searches, 15),
      await editorRow(app),
    ]
  } finally {
    await app.stop()
    rmSync(folder, { recursive: true })
  }
}

function word(n: number): string {
  const chance = ((Math.imul(n + 1, 2_654_435_761) >>> 0) + 1) / 2 ** 32
  const rank = Math.floor(VOCABULARY ** chance)
  return `w${rank.toString(36)}rd`
}

/** Waits until the newest posts are in the knowledge base, so that the site is measured at rest. */
async function untilKnown(folder: string): Promise<void> {
  const database = await openBenchDatabase(folder, null)
  const isKnown = async () => {
    const [row] = (await database.run(
      "select count(*) as known, sum(status <> 'ready') as waiting from knowledge_item",
    )) as { known: number; waiting: number }[]
    return row !== undefined && row.known > 1000 && row.waiting === 0
  }
  await until('the posts are known', isKnown, 600_000)
  await database.close()
}

/** Posts are rendered ahead in the background, the newest first. */
async function untilRenderedAhead(folder: string): Promise<void> {
  const database = await openBenchDatabase(folder, null)
  const isDone = async () => {
    const [row] = (await database.run('select count(*) as kept from kept_post')) as { kept: number }[]
    return row?.kept === POSTS
  }
  await until('the posts are rendered ahead', isDone, 600_000)
  await database.close()
}

async function importAll(app: AppServer): Promise<number> {
  const post = await signIn(app)
  const start = performance.now()
  for (let first = 0; first < POSTS; first += MOST_AT_ONCE) {
    const files = Array.from({ length: MOST_AT_ONCE }, (_, n) => [
      `post-${first + n}.md`,
      strToU8(markdownOf(first + n)),
    ])
    await importPosts(post, { file: zipSync(Object.fromEntries(files)) })
  }
  return performance.now() - start
}

function markdownOf(n: number): string {
  const paragraph = (at: number) =>
    Array.from({ length: 60 }, (_, k) => word(n * 181 + at * 60 + k)).join(' ')
  const date = new Date(Date.UTC(2020, 0, 1) + n * 3_600_000).toISOString()
  return `---\ntitle: Post ${n} about ${word(n)}\ndate: ${date}\ntags: [${word(n)}, ${word(n + 5)}]\n---\n\n${paragraph(0)}\n\n## ${word(n + 1)}\n\n${paragraph(1)}\n\n- ${word(n)}\n- ${word(n + 2)}\n\n${paragraph(2)}\n`
}

type Asked = { perSecond: number; milliseconds: number }

async function askForPosts(app: AppServer, from: number): Promise<Asked> {
  const [started, before] = [performance.now(), cpuSeconds(app)]
  await askAll(
    app,
    Array.from({ length: ASKED }, (_, n) => `/blog/post-${from + n}`),
  )
  const seconds = (performance.now() - started) / 1000
  return {
    perSecond: ASKED / seconds,
    milliseconds: ((cpuSeconds(app) - before) / ASKED) * 1000,
  }
}

function askedRow(what: string, { perSecond, milliseconds }: Asked, target: number | null = 1000): Row {
  return {
    what: `${what}, a second`,
    measured: `${perSecond.toFixed(0)}, ${milliseconds.toFixed(1)} ms of the processor each`,
    target: target === null ? 'no target' : `at least ${target.toLocaleString('en-US')}`,
    ok: target === null || perSecond >= target,
  }
}

async function askAll(app: AppServer, paths: readonly string[]): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let path = paths[next++]; path !== undefined; path = paths[next++]) await ask(app, path)
    }),
  )
}

async function times(app: AppServer, paths: readonly string[]): Promise<number[]> {
  const taken: number[] = []
  for (const path of paths) {
    const start = performance.now()
    await ask(app, path)
    taken.push(performance.now() - start)
  }
  return taken
}

async function ask({ url }: AppServer, path: string): Promise<void> {
  const response = await fetch(url + path, { headers: { 'accept-encoding': 'br' } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
}

function latencyRow(what: string, taken: readonly number[], target: number): Row {
  const p95 = percentile(taken, 0.95)
  return {
    what: `${what}, with ${POSTS.toLocaleString('en-US')} posts`,
    measured: `${p95.toFixed(1)} ms p95, ${median(taken).toFixed(1)} ms at the median`,
    target: `under ${target} ms p95`,
    ok: p95 < target,
  }
}

/** Adds up all scripts that the editor's page loads, including React and the router. */
async function editorRow(app: AppServer): Promise<Row> {
  const page = await (await (await signIn(app))('/admin/blog')).text()
  const files = new Set(page.match(/\/assets\/[\w.-]+\.js/g))
  const sizes = [...files].map((path) => gzipSync(readFileSync(join('build/client', path))).length)
  const size = sizes.reduce((sum, length) => sum + length, 0) / 1024
  return {
    what: "The editor's script, with React and the router (gzip)",
    measured: `${size.toFixed(1)} KB`,
    target: 'at most 200 KB',
    ok: size > 0 && size <= 200,
  }
}
