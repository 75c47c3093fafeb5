import { type AppServer, startAppServer } from './app-server.ts'
import { postChat } from './chat-server.ts'
import { sendInquiry } from './send-inquiry.ts'
import { mountSmallDisk } from './small-disk.ts'
import { administer, createTestDatabase } from './test-database.ts'

/** A database that fails and recovers while its server keeps running. */
export type Outage = {
  env: Record<string, string>
  /** Whether stored data can still be read. */
  isReadable: boolean
  begin(): Promise<void> | void
  end(): Promise<void> | void
  /** Called after its server has stopped. */
  remove(): Promise<void> | void
}

/** Returns the outage of a full disk under SQLite, or null where no disk can be mounted. */
export function diskFull(): Outage | null {
  const disk = mountSmallDisk(32)
  if (!disk) return null
  return {
    env: { DATA_DIR: disk.folder },
    isReadable: true,
    begin: disk.fill,
    end: disk.empty,
    remove: disk.unmount,
  }
}

/** Returns an outage in which PostgreSQL refuses writes, as a standby does after a failover. */
export async function databaseReadOnly(): Promise<Outage> {
  const altered = await alteredDatabase(
    'set default_transaction_read_only = on',
    'reset default_transaction_read_only',
  )
  return { ...altered, isReadable: true }
}

/** Returns an outage in which PostgreSQL refuses connections and closes existing ones. */
export async function databaseAway(): Promise<Outage> {
  const altered = await alteredDatabase('with allow_connections false', 'with allow_connections true')
  return { ...altered, isReadable: false }
}

async function alteredDatabase(begin: string, end: string): Promise<Omit<Outage, 'isReadable'>> {
  const { env, drop } = await createTestDatabase('postgres')
  const name = new URL(env.DATABASE_URL ?? '').pathname.slice(1)
  const alter = async (how: string) => {
    await administer(`alter database ${name} ${how}`)
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  }
  return { env, begin: () => alter(begin), end: () => alter(end), remove: drop }
}

export type OutageFindings = {
  /** Statuses of public pages during the outage; with a readable database, also of uncached ones. */
  pages: number[]
  /** Statuses of writes during the outage: inquiries by script and by plain form, and a message to the assistant. */
  writes: number[]
  /** Statuses of /readyz and /readyz/traffic during the outage. */
  ready: number
  traffic: number
  /** Responses of uncached pages that need the database, if it cannot be read. */
  unshown: { status: number; retryAfter: string | null; text: string }[]
  /** The response to a plain form. */
  plainPage: string
  /** Statuses of inquiries after the outage, from the same process. */
  after: number[]
  /** Inquiries answered with 200 minus those that are stored. */
  falseSuccesses: number
  server: AppServer
}

const visited = ['/', '/contact', '/services', '/blog']
const unvisited = ['/about', '/sitemap.xml', '/blog/rss.xml']
const unreadable = ['/blog?page=2', '/blog/some-post']
/** Long enough to need new pages in a database that has a few free ones. */
const message = 'Kept, every word. '.repeat(100).trim()

/** Retries, because a broken connection is noticed at its next use. @throws if none succeeds within ten seconds. */
async function untilTaken(inquire: () => Promise<number>): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const status = await inquire()
    if (status === 200) return status
    if (tries === 100) throw new Error(`Still answered with ${status}.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function ask(address: string) {
  const response = await fetch(address)
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  }
}

/** Tests what visitors meet before, during and after an outage. The caller stops the server. */
export async function liveThrough(outage: Outage, count: () => Promise<number>): Promise<OutageFindings> {
  const server = await startAppServer({ LIMITS: 'off', LOG_LEVEL: 'fatal', ...outage.env })
  const { url } = server
  const inquire = async () => (await sendInquiry(url, { message })).status
  const before = [await inquire(), await inquire()]
  for (const path of visited) await fetch(url + path)
  await outage.begin()
  const during: number[] = []
  for (let n = 0; n < 10; n += 1) during.push(await inquire())
  const plain = await fetch(`${url}/contact`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Ada', email: 'ada@example.com', message, consent: 'on' }),
    redirect: 'manual',
  })
  const chat = await postChat(url, { conversationId: null, message: 'Hello?' })
  const pages = outage.isReadable ? [...visited, ...unvisited] : visited
  const shown = await Promise.all(pages.map(async (path) => (await fetch(url + path)).status))
  const unshown = outage.isReadable ? [] : await Promise.all(unreadable.map((path) => ask(url + path)))
  const statusOf = async (path: string) => (await fetch(url + path)).status
  const [ready, traffic] = [await statusOf('/readyz'), await statusOf('/readyz/traffic')]
  await outage.end()
  const first = await untilTaken(inquire)
  const after: number[] = []
  for (let n = 0; n < 10; n += 1) after.push(await inquire())
  const answered = [...before, ...during, first, ...after].filter((status) => status === 200).length
  return {
    pages: shown,
    ready,
    traffic,
    unshown,
    writes: [...during, plain.status, chat.status],
    plainPage: await plain.text(),
    after,
    falseSuccesses: answered - (await count()),
    server,
  }
}
