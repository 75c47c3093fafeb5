import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import pg from 'pg'

import { afterCommit } from '#app/platform/db/transaction.server.ts'
import type { Log } from '#app/platform/log.server.ts'

import { Listeners, RESYNC, type Signals } from './signals.server.ts'

const CHANNEL = 'foyer'
const RECONNECT_AFTER = 1000
/** Milliseconds during which signals to this instance are combined. */
const NUDGE_AFTER = 20
/** Milliseconds between checks of the connection, which firewalls drop silently, and until a check fails. */
const BEAT = { every: 15_000, within: 5000 }

/** Notifies its own listeners directly, so that users see their own change at once. */
export async function createPostgresSignals(url: string, log: Log, beat = BEAT): Promise<Signals> {
  const listeners = new Listeners()
  const self = randomUUID()
  let line: Line | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined
  const nudged = new Set<string>()
  let nudging: NodeJS.Timeout | undefined

  function hear(payload: string): void {
    const [sender = '', topic = ''] = payload.split(' ', 2)
    if (sender !== self) listeners.tell(topic, payload.slice(sender.length + topic.length + 2))
  }

  async function connect(): Promise<void> {
    line = await listen(url, { log, beat, hear, onEnd: reconnectLater })
  }

  function reconnectLater(): void {
    line = null
    if (!closed) retry = setTimeout(() => void reconnect(), RECONNECT_AFTER)
  }

  async function reconnect(): Promise<void> {
    try {
      await connect()
      listeners.tell(RESYNC, '')
    } catch (error) {
      log.warn({ error }, 'signals.unreachable')
      reconnectLater()
    }
  }

  /** If the connection is down, listeners look again after it reconnects. */
  function sendNudges(): void {
    nudging = undefined
    const payloads = [...nudged].map((topic) => `${self} ${topic} `)
    nudged.clear()
    line
      ?.ask('select pg_notify($1, payload) from unnest($2::text[]) as payload', [CHANNEL, payloads])
      .catch((error: unknown) => log.warn({ error }, 'signals.lost'))
  }

  await connect()
  return {
    async publish(ctx, topic, payload = '') {
      await sql`select pg_notify(${CHANNEL}, ${`${self} ${topic} ${payload}`})`.execute(ctx.db)
      afterCommit(ctx, () => listeners.tell(topic, payload))
    },
    nudge(ctx, topic) {
      afterCommit(ctx, () => {
        listeners.tell(topic, '')
        nudged.add(topic)
        nudging ??= setTimeout(sendNudges, NUDGE_AFTER).unref()
      })
    },
    subscribe: (topic, listener) => listeners.add(topic, listener),
    async close() {
      closed = true
      clearTimeout(retry)
      clearTimeout(nudging)
      await line?.client.end()
    },
  }
}

type Listening = { log: Log; beat: typeof BEAT; hear(payload: string): void; onEnd(): void }

/** A connection that is asked one statement at a time, because the driver refuses several at once from version 9 on. */
type Line = { client: pg.Client; ask(text: string, values?: unknown[]): Promise<unknown> }

async function listen(url: string, { log, beat, hear, onEnd }: Listening): Promise<Line> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    query_timeout: beat.within,
    application_name: 'foyer signals',
  })
  let last: Promise<unknown> = Promise.resolve()
  const ask = (text: string, values?: unknown[]) => {
    const next = last.then(() => client.query(text, values))
    last = next.catch(() => {})
    return next
  }
  let beating: NodeJS.Timeout | undefined
  client.on('notification', ({ payload = '' }) => hear(payload))
  client.on('error', (error) => log.warn({ error }, 'signals.lost'))
  client.on('end', () => {
    clearInterval(beating)
    // A refused connection also ends; reconnecting for both would double the attempts each time.
    if (beating) onEnd()
  })
  try {
    await client.connect()
    await ask(`listen ${CHANNEL}`)
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
  beating = setInterval(() => {
    ask('select 1').catch((error: unknown) => {
      log.warn({ error }, 'signals.lost')
      // An open query keeps the connection from closing properly.
      client.end().catch(() => {})
    })
  }, beat.every).unref()
  return { client, ask }
}
