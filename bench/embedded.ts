import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { defaultAssistantSettings } from '../app/features/chat/assistants/assistant-settings.server.ts'
import { startAiProvider } from '../tests/fakes/ai-provider/server.ts'
import { type AppServer, startAppServer } from '../tests/support/app-server.ts'
import { type OtherSite, startOtherSite } from '../tests/support/other-sites.ts'

import { audit, type Run, withBrowser } from './lighthouse.ts'
import { median, percentile, type Row, withNoise } from './measure.ts'
import { ownerEnv, signIn, storeKey } from './owner.ts'
import { askRelay, firstWords, slowReply } from './relay.ts'

const VISITORS = 200
const ROUNDS = 5
/** Milliseconds between two requests of the cached page. */
const EVERY = 20

/** Measures assistants on other sites: what they cost the page that they stand on, and 200 visitors beside the site. */
export async function measureEmbedded(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const ai = await startAiProvider({ reply: slowReply })
  const env = { ...ownerEnv, ...ai.env, DATA_DIR: folder, LOG_LEVEL: 'warn', LIMITS: 'off' }
  const app = await startAppServer(env)
  const host = await startOtherSite()
  try {
    await storeKey(app)
    const keys = [await addAssistant(app, host.origin), await addAssistant(app, '')]
    return [await measureHost(app, host, String(keys[0])), ...(await measureVisitors(app, keys))]
  } finally {
    await host.close()
    await app.stop()
    await ai.close()
    rmSync(folder, { recursive: true })
  }
}

/** @returns the key that other sites know */
async function addAssistant(app: AppServer, origins: string): Promise<string> {
  const ask = await signIn(app)
  const typed = Object.entries({ ...defaultAssistantSettings('Shop'), origins, offset: '24' }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const form = new URLSearchParams([...typed, ['intent', 'save'], ['id', 'new'], ['name', 'Shop']])
  const saved = await ask('/admin/assistants/new', form)
  const page = await (await ask(String(saved.headers.get('location')))).text()
  const key = /data-assistant=(?:&quot;|")([\w-]{16})/.exec(page)?.[1]
  if (key === undefined) throw new Error('The assistant was not added.')
  return key
}

/**
 * Compares a small page of another site with and without the assistant, in turns. Lighthouse's estimate counts every
 * script that arrives before the paint as one that the paint waited for, which a neighbour on loopback always does.
 */
async function measureHost(app: AppServer, host: OtherSite, key: string): Promise<Row> {
  const page = (snippet: string) => `<!doctype html><html lang="en"><head><title>Garden sheds</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="Sheds by post.">
<link rel="icon" href="data:,"></head><body><main><h1>Garden sheds</h1>
<p>${'We build sheds of larch and oak, and bring them. '.repeat(40)}</p></main>${snippet}</body></html>`
  const snippet = `<script async src="${app.url}/assistant.js" data-assistant="${key}"></script>`
  const runs: Run[] = []
  const later: number[] = []
  await withBrowser(async (port) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      host.show({ html: page(snippet) })
      const run = await audit(host.origin, { port, throttlingMethod: 'devtools' })
      host.show({ html: page('') })
      const without = await audit(host.origin, { port, throttlingMethod: 'devtools' })
      later.push(run.largestPaint - without.largestPaint)
      runs.push(run)
    }
  })
  const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map((name) =>
    median(runs.map((run) => run.scores[name] ?? 0)),
  )
  return {
    what: 'Lighthouse, mobile, a small page of another site with the assistant; LCP against the page without',
    measured: `${scores.join(' / ')}; ${withNoise(later, (value) => `${value.toFixed(0)} ms`)} later`,
    target: '100 in all; at most 20 ms later',
    ok: scores.every((score) => score === 100) && median(later) <= 20,
  }
}

/** Times 200 visitors twice: once all ask the site's assistant, once half of them ask two assistants of other sites. */
async function measureVisitors(app: AppServer, keys: readonly string[]): Promise<Row[]> {
  const speakers = [undefined, keys[0], undefined, keys[1]]
  let asked = 0
  const ofSite = await timesOfPage(
    app,
    firstWords(() => askRelay(app), VISITORS),
  )
  const ofAll = await timesOfPage(
    app,
    firstWords(() => askRelay(app, speakers[asked++ % speakers.length]), VISITORS),
  )
  const compare = (what: string, which: 'words' | 'pages'): Row => {
    const [before, after] = [percentile(ofSite[which], 0.95), percentile(ofAll[which], 0.95)]
    return {
      what,
      measured: `${after.toFixed(0)} ms p95; ${before.toFixed(0)} ms if all ask the site's`,
      target: 'at most 1.1×',
      ok: after <= before * 1.1,
    }
  }
  return [
    compare(`The first word for ${VISITORS} visitors at once of three assistants`, 'words'),
    compare('A cached page meanwhile', 'pages'),
  ]
}

/** Requests the home page again and again until the first words have come. */
async function timesOfPage(app: AppServer, first: Promise<number[]>) {
  const pages: number[] = []
  let isOver = false
  const words = first.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const start = performance.now()
    await (await fetch(app.url)).arrayBuffer()
    pages.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, EVERY))
  }
  return { words: await words, pages }
}
