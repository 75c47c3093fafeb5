import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

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
