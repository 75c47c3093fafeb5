import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { IMPORT_PART } from '../app/features/blog/transfer/read-import.ts'
import { assertDefined } from '../app/lib/assert-defined.ts'
import type { Watched } from '../attack/probe.ts'
import { type AppServer, startAppServer } from '../tests/support/app-server.ts'
import { until } from '../tests/support/until.ts'

import { openBenchDatabase } from './bench-database.ts'
import { residentMegabytes, type Row } from './measure.ts'
import { ownerEnv, signIn } from './owner.ts'

const POSTS = 10_000
/** HTML of some 3 KB, as a post of 400 words has. */
const PARAGRAPHS = 8

/** Measures the preview of one export of WordPress with 10,000 posts, and that cancelling it leaves nothing. */
export async function measureImports(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const database = await openBenchDatabase(folder, null)
  const app = await startAppServer({ ...database.env, ...ownerEnv, LOG_LEVEL: 'warn', LIMITS: 'off' })
  try {
    const ask = await signIn(app)
    const bytes = new TextEncoder().encode(wordPressExport())
    await sleep(5000)
    const before = memoryOfAll(app)
    const posts = await database.count('blog_post')
    let most = before
    const probe = fork(join(import.meta.dirname, '../attack/probe.ts'), [
      app.url,
      '/',
      String(app.process.pid),
    ])
    probe.send('begin')
    const watch = setInterval(() => (most = Math.max(most, memoryOfAll(app))), 100)
    const start = performance.now()
    const path = await upload(ask, bytes)
    const uploaded = performance.now()
    await until('the file is read', async () => (await stateOf(ask, path)) !== 'reading', 600_000)
    const seconds = (performance.now() - uploaded) / 1000
    const sent = (uploaded - start) / 1000
    clearInterval(watch)
    const heard = once(probe, 'message')
    probe.send('end')
    const [watched] = (await heard) as [Watched]
    probe.disconnect()
    await ask(path, new URLSearchParams({ intent: 'import', redirects: 'on' }))
    await sleep(3000)
    await ask(path, new URLSearchParams({ intent: 'cancel' }))
    await until('the import is cancelled', async () => (await database.count('blog_import')) === 0, 600_000)
    const left =
      (await database.count('blog_post')) -
      posts +
      (await database.count('blog_import_entry')) +
      filesLeft(folder)
    return [
      {
        what: `Preview of an export of ${POSTS.toLocaleString('en-US')} posts`,
        measured: `${seconds.toFixed(1)} s after ${sent.toFixed(1)} s of upload`,
        target: 'at most 20 s',
        ok: seconds <= 20,
      },
      {
        what: 'The longest that a cached page waited meanwhile, without the time of other programs',
        measured: `${watched.worst.toFixed(0)} ms of ${watched.pages} pages (${watched.raw.toFixed(0)} ms with it)`,
        target: 'at most 50 ms',
        ok: watched.worst <= 50 && watched.failures === 0,
      },
      {
        what: 'Memory of the server and its programs meanwhile',
        measured: `${(most - before).toFixed(0)} MB more than the ${before.toFixed(0)} MB before`,
        target: 'at most 200 MB more',
        ok: most - before <= 200,
      },
      {
        what: 'Posts, entries and files left after cancelling while posts are stored',
        measured: String(left),
        target: '0',
        ok: left === 0,
      },
      await measureKills(),
    ]
  } finally {
    await app.stop()
    await database.close()
    rmSync(folder, { recursive: true })
  }
}

const KILLS = 12

/** Kills the server again and again while it reads and stores posts, and counts what is there at the end. */
async function measureKills(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const database = await openBenchDatabase(folder, null)
  const env = { ...database.env, ...ownerEnv, LOG_LEVEL: 'fatal', LIMITS: 'off' }
  const count = 500
  let app = await startAppServer(env)
  const restart = async () => {
    app.process.kill('SIGKILL')
    await once(app.process, 'exit')
    app = await startAppServer(env)
  }
  try {
    const path = await upload(await signIn(app), new TextEncoder().encode(wordPressExport(count)))
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(kill * 150)
      await restart()
      const ask = await signIn(app)
      if ((await stateOf(ask, path)) === 'ready')
        await ask(path, new URLSearchParams({ intent: 'import', redirects: 'on' }))
    }
    const ask = await signIn(app)
    await until(
      'the posts are stored',
      async () => {
        const state = await stateOf(ask, path)
        if (state === 'ready') await ask(path, new URLSearchParams({ intent: 'import', redirects: 'on' }))
        return state === 'done'
      },
      600_000,
    )
    const [stored] = (await database.run(
      `select count(*) as n, count(distinct title) as titles from blog_post where title like 'Post %'`,
    )) as { n: number; titles: number }[]
    const isWhole = stored?.n === count && stored.titles === count
    return {
      what: `Posts stored of ${count}, of which ${KILLS} kills interrupted the import`,
      measured: `${stored?.n}, ${stored?.titles} different, ${filesLeft(folder)} files left`,
      target: 'each once, no file left',
      ok: isWhole && filesLeft(folder) === 0,
    }
  } finally {
    await app.stop()
    await database.close()
    rmSync(folder, { recursive: true })
  }
}

type Ask = (path: string, form?: BodyInit) => Promise<Response>

async function stateOf(ask: Ask, path: string): Promise<string> {
  const { state } = (await (await ask(`${path}/state`)).json()) as { state: string }
  await sleep(100)
  return state
}

async function upload(ask: Ask, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  let id = ''
  for (let part = 0; part * IMPORT_PART < bytes.length; part += 1) {
    const form = new FormData()
    form.set('import', id)
    form.set('part', String(part))
    form.set('size', String(bytes.length))
    form.set('file', new File([bytes.subarray(part * IMPORT_PART, (part + 1) * IMPORT_PART)], 'posts.xml'))
    const stored = (await (await ask('/admin/blog/imports/parts', form)).json()) as { id: string }
    id = stored.id
  }
  return `/admin/blog/imports/${id}`
}

function wordPressExport(count = POSTS): string {
  const paragraph = (n: number) =>
    `<p>Paragraph ${n} has <strong>some words</strong>, <a href="https://old.example/${n}/">a link</a> and ${'more of them '.repeat(18)}</p>`
  const item = (n: number) => `<item><title>Post ${n}</title><link>https://old.example/2020/${n}/</link>
<dc:creator>jane</dc:creator><content:encoded><![CDATA[${Array.from({ length: PARAGRAPHS }, (_, at) => paragraph(n + at)).join('\n\n')}]]></content:encoded>
<wp:post_id>${n}</wp:post_id><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt><wp:post_name>post-${n}</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type><category domain="post_tag" nicename="a"><![CDATA[A]]></category></item>`
  return `<?xml version="1.0" encoding="UTF-8" ?><rss version="2.0" xmlns:content="c" xmlns:dc="d" xmlns:wp="w"><channel><title>Old</title>
<wp:base_blog_url>https://old.example</wp:base_blog_url>${Array.from({ length: count }, (_, n) => item(n + 1)).join('\n')}</channel></rss>`
}

/** The server and the programs that it started, in megabytes. */
function memoryOfAll(app: AppServer): number {
  const server = assertDefined(app.process.pid, 'a running server has an id')
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ')
  return [server, ...children.filter(Boolean).map(Number)]
    .map((pid) => residentMegabytes({ process: { pid } as AppServer['process'] }))
    .filter((megabytes) => !Number.isNaN(megabytes))
    .reduce((sum, megabytes) => sum + megabytes, 0)
}

function filesLeft(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.parentPath.includes('imports'),
  ).length
}
