import { execFile } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

import { quotingReply } from '../tests/fakes/ai-provider/quoting.ts'
import { startAiProvider } from '../tests/fakes/ai-provider/server.ts'
import { type AppServer, freePort, startAppServer } from '../tests/support/app-server.ts'
import { until } from '../tests/support/until.ts'

import { DemoRefused, nextReset, readDemoSettings, takeDemoFolder } from './demo-settings.ts'

const OWNER = { email: 'owner@lumivox.example', password: 'a phrase for the demo' }
const LOOK_EVERY_MS = 1000
/** The longest that reading the site may take, on a busy machine. */
const READING_LASTS_MS = 300_000
/** The assistant is asked these first, so that there are conversations, and one question it could not answer. */
const QUESTIONS = [
  ['What does a voice agent cost?', '/services/ai-voice-agents'],
  ['How long does a website take?', '/services/website-development'],
  ['Do you repair bicycles on Sundays?', '/contact'],
] as const

const run = promisify(execFile)
const { folder, port, host, publicUrl } = settings()
const [live, fresh] = [join(folder, 'live'), join(folder, 'next')]
const ai = await startAiProvider({ reply: quotingReply })

const servers = new Set<AppServer>()
let server: AppServer | null = null
let starting: Promise<AppServer> | null = null
let isEnding = false
let resetsAt = 0
let turn = Promise.resolve()

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0))
process.on('SIGUSR2', () => void reset())

await reset()
console.log(`Site    ${publicUrl}`)
console.log(`Admin   ${publicUrl}/admin   ${OWNER.email}   ${OWNER.password}`)
console.log(`Reset   at ${new Date(resetsAt).toISOString().slice(11, 16)} UTC, and every hour after it`)
setInterval(() => {
  if (Date.now() >= resetsAt) void reset()
}, LOOK_EVERY_MS)

function settings() {
  try {
    const read = readDemoSettings(process.env, process.argv.slice(2))
    takeDemoFolder(read.folder)
    return read
  } catch (error) {
    if (!(error instanceof DemoRefused)) throw error
    console.error(`Not started. ${error.message}`)
    process.exit(1)
  }
}

/** Leaves out the machine's own settings: a demo sends no mail and has no API key and no bucket. */
function environment(dataDir: string): Record<string, string> {
  const { LOG_LEVEL = 'warn', TRUST_PROXY, TZ } = process.env
  return {
    ...ai.env,
    LOG_LEVEL,
    ...(TRUST_PROXY !== undefined && { TRUST_PROXY }),
    ...(TZ !== undefined && { TZ }),
    NODE_ENV: 'production',
    HOST: host,
    PUBLIC_URL: publicUrl,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    DEMO_UNTIL: new Date(resetsAt).toISOString(),
  }
}

function reset(): Promise<void> {
  turn = turn.then(changeData)
  turn.catch((error: unknown) => {
    console.error(error)
    void end(1)
  })
  return turn
}

/** Serves the old data until the new is ready; then the server is down for a second or two. */
async function changeData(): Promise<void> {
  resetsAt = nextReset(Date.now())
  await prepare()
  if (server) await stop(server)
  rmSync(live, { recursive: true, force: true })
  renameSync(fresh, live)
  server = await serve(live, port)
  ai.requests.length = 0
}

/** Fills the next folder like that of a server that has read its own pages and talked with visitors. */
async function prepare(): Promise<void> {
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  const env = environment(fresh)
  await run(process.execPath, ['scripts/command.ts', 'demo:seed'], {
    env: { PATH: process.env['PATH'], ...env },
  })
  const first = await serve(fresh, String(await freePort()))
  await until('the site is read into the knowledge base', isSiteRead, READING_LASTS_MS)
  for (const [message, page] of QUESTIONS) await ask(first.url, message, page)
  await stop(first)
}

async function serve(dataDir: string, at: string): Promise<AppServer> {
  // The process is about to exit, so no other server may start.
  if (isEnding) return new Promise(() => {})
  starting = startAppServer({ ...environment(dataDir), PORT: at })
  const started = await starting
  servers.add(started)
  started.process.once('exit', () => {
    // If a server ends by itself the demo ends too, so that whoever started it notices.
    if (servers.delete(started)) void end(1)
  })
  return started
}

async function stop(running: AppServer): Promise<void> {
  servers.delete(running)
  await running.stop()
}

function isSiteRead(): boolean {
  const database = new DatabaseSync(join(fresh, 'foyer.sqlite'), { readOnly: true, timeout: 1000 })
  const { items, unread } = database
    .prepare(
      `select count(*) as items, count(*) filter (where status <> 'ready') as unread from knowledge_item where kind = 'site'`,
    )
    .get() as { items: number; unread: number }
  database.close()
  return items > 0 && unread === 0
}

async function ask(url: string, message: string, page: string): Promise<void> {
  const answer = await fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl, referer: `${publicUrl}${page}` },
    body: JSON.stringify({ conversationId: null, message }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The assistant answered ${answer.status}: ${text.slice(0, 300)}`)
}

/** Stops all servers, including one that is still starting, which would otherwise keep running. */
async function end(code: number): Promise<never> {
  isEnding = true
  await starting?.catch(() => {})
  await Promise.all(Array.from(servers, stop))
  await ai.close()
  process.exit(code)
}
