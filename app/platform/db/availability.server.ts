import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import type { DatabaseConnection } from 'kysely'

import { SECOND } from '#app/platform/clock.ts'
import { AppError } from '#app/platform/errors.ts'
import type { Log } from '#app/platform/log.server.ts'
import { statementChannel } from '#app/platform/tracing/channels.ts'

/** Seconds: about the time of an operator's restart or a failover. */
const RETRY_AFTER = 30

const sentence = 'Our database cannot do this right now. Please try again in a minute.'

/** Primary result codes (sqlite.org/rescode.html): busy, read-only, I/O error, disk full, cannot open. */
const sqliteCodes = new Set([5, 8, 10, 13, 14])

/** Error classes 08 (connection), 53 (resources), 57P (shutdown), and single codes for disk errors and timeouts. */
const postgresCodes = /^(08...|53...|57P0[1-5]|57014|55P03|40P01|25P0[34]|25006|58030)$/
const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
/** pg throws these without a code. */
const brokenConnection =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired)/

/** Whether the database itself failed, for example because the disk is full. Invalid statements do not count. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number') return sqliteCodes.has(errcode & 0xff)
  if (typeof code === 'string') return postgresCodes.test(code) || networkCodes.has(code)
  return brokenConnection.test(error.message)
}

/** Whether PostgreSQL cannot store a text, which must then come from the user. */
function isUnstorable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '22021' || error.code === '22P05')
}

/** If the database is full or unreachable, answer 503 and log it: refusals are not logged elsewhere. */
export async function tellUnavailable<Result>(
  log: Log | null,
  ask: () => Promise<Result>,
  isIt: (error: unknown) => boolean = isUnavailable,
): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (isUnstorable(error))
      throw new AppError('invalid', 'This contains characters that cannot be read. Please type it again.', {
        cause: error,
      })
    if (!isIt(error)) throw error
    log?.error({ error }, 'database.unavailable')
    throw new AppError('unavailable', sentence, { cause: error, retryAfter: RETRY_AFTER })
  }
}

const guarded = new WeakSet<DatabaseConnection>()

/** Applies `tellUnavailable` to every statement of a connection, once, because drivers reuse connections. */
export function guardStatements(
  log: Log | null,
  connection: DatabaseConnection,
  wait: <Result>(ask: () => Promise<Result>) => Promise<Result> = (ask) => ask(),
): DatabaseConnection {
  if (guarded.has(connection)) return connection
  guarded.add(connection)
  const execute = connection.executeQuery.bind(connection)
  const traced: typeof execute = (query, options) =>
    statementChannel.tracePromise(() => execute(query, options), { sql: query.sql })
  connection.executeQuery = (...args) => tellUnavailable(log, () => wait(() => traced(...args)))
  return connection
}

/** Resolves within a second. Callers share one ping, so that a silent database does not build up a queue. */
export function createReadiness(ping: () => Promise<void>, within = SECOND): () => Promise<boolean> {
  let asked: Promise<boolean> | null = null
  return () => {
    asked ??= ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asked = null
      })
    return Promise.race([asked, pause(within, false, { ref: false })])
  }
}

/** Milliseconds. Statements usually take a few, so a longer silence is suspicious. */
const LOOK_AFTER = 1000
const PAUSE = 250

/** A single lost ping may be a glitch. */
const PINGS_UNANSWERED = 2

/**
 * Detects a lost network, which server timeouts do not report and TCP only after minutes. It then destroys open
 * connections, and new requests fail at once until the database answers again.
 */
export class LineWatch {
  readonly #ping: () => Promise<void>
  readonly #sockets = new Set<Socket>()
  #isLost = false
  #isLooking = false
  #isStopped = false

  constructor(ping: () => Promise<void>) {
    this.#ping = ping
  }

  openSocket = (): Socket => {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    return socket
  }

  refuseLost(): void {
    if (this.#isLost) throw new Error('The database does not answer: the connection to it is lost.')
  }

  async wait<Result>(ask: () => Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => void this.#look(), LOOK_AFTER)
    try {
      return await ask()
    } finally {
      clearTimeout(timer)
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    for (let unanswered = 0; !this.#isStopped && !(await this.#answers()); unanswered += 1) {
      if (unanswered + 1 === PINGS_UNANSWERED) this.#lose()
      await pause(PAUSE, null, { ref: false })
    }
    this.#isLost = false
    this.#isLooking = false
  }

  #answers(): Promise<boolean> {
    return this.#ping().then(
      () => true,
      () => false,
    )
  }

  #lose(): void {
    this.#isLost = true
    for (const socket of this.#sockets) socket.destroy()
  }
}
