import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import type { DatabaseConnection } from 'kysely'

import { SECOND } from '#app/platform/clock.ts'
import { AppError } from '#app/platform/errors.ts'
import type { Log } from '#app/platform/log.server.ts'
import { statementChannel } from '#app/platform/tracing/channels.ts'

/** Seconds until a visitor may try again: an operator's minute, or a failover's. */
const RETRY_AFTER = 30

const sentence = 'Our database cannot do this right now. Please try again in a minute.'

/** Primary result codes (sqlite.org/rescode.html): busy, read-only, I/O error, disk full, cannot open. */
const sqliteCodes = new Set([5, 8, 10, 13, 14])

/**
 * PostgreSQL's error classes 08 (connection), 53 (resources: disk, memory, connections), 57P (shutdown), its own disk's,
 * and what took too long: a statement (57014), a lock (55P03, or 40P01 where two waited for each other), a pause (25P03).
 */
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
/** What pg throws without a code when a connection breaks or does not come about. */
const brokenConnection =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired)/

/** Whether the database could not work, as a full disk or a broken connection makes it; not whether a statement was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number') return sqliteCodes.has(errcode & 0xff)
  if (typeof code === 'string') return postgresCodes.test(code) || networkCodes.has(code)
  return brokenConnection.test(error.message)
}

/** Not in the repertoire, untranslatable: what was typed or asked for holds it, for none of our own texts does. */
function isUnstorable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '22021' || error.code === '22P05')
}

/**
 * Runs what asks the database. That it could not work becomes a refusal with 503, so that every form says so and keeps
 * what was typed, and is logged here, for refusals are not.
 * @param isIt which errors say so.
 * @throws {AppError} unavailable; invalid for text that PostgreSQL cannot store, such as NUL.
 */
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

/**
 * The same connection, whose statements fail as `tellUnavailable` says. Drivers hand the same one out again and again.
 * @param wait what watches over a statement until it is answered.
 */
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

/**
 * Whether the database answers, told within a second whatever the database does. Who asks meanwhile waits for the same
 * ping, so that many askers of a database that is silent leave one behind.
 */
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

/** Statements take milliseconds: one that is silent for so long gives reason to look at the line. */
const LOOK_AFTER = 1000
const PAUSE = 250

/** A lost line is told by two pings, so that a moment's hitch of the server, or of ours, ends nothing. */
const PINGS_UNANSWERED = 2

/**
 * Notices that the network between us and the database is gone. No timeout of the server's reaches us then, and TCP waits
 * for minutes: what waits for an answer is ended, and until the database answers again nothing new begins to wait.
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

  /** The socket of a new connection, which is ended when the line is lost. */
  openSocket = (): Socket => {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    return socket
  }

  /** @throws at once while the line is lost. */
  refuseLost(): void {
    if (this.#isLost) throw new Error('The database does not answer: the line to it is lost.')
  }

  /** Waits for what asks the database, and looks at the line when that takes long. */
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

  /** Pings until the database answers. */
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
