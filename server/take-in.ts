import type { IncomingMessage } from 'node:http'

/** Bodies that are read at a time only to be thrown away. */
const AT_ONCE = 16
/** Of each that waits, what came with its head stays in memory. */
const MOST_WAITING = 64

/** Calls `answer` once the body of a refused request is read, or at once where it will not be and the connection must close. */
export type TakeIn = (request: IncomingMessage, answer: (how: { closes: boolean }) => void) => void

/**
 * Has refused bodies read to their end, a few at a time: whoever still sends reads no answer before, and Node reads on once
 * it is answered. Others wait unread, and what is too many is cut off, so that a crowd takes neither memory nor the processor.
 */
export function createTakeIn(): TakeIn {
  const waiting = new Map<IncomingMessage, Parameters<TakeIn>[1]>()
  let underWay = 0

  function begin(request: IncomingMessage, answer: Parameters<TakeIn>[1]): void {
    underWay += 1
    request.once('close', () => {
      underWay -= 1
      const [next] = waiting
      if (!next) return
      waiting.delete(next[0])
      begin(...next)
    })
    request.resume()
    answer({ closes: false })
  }

  return (request, answer) => {
    if (underWay < AT_ONCE) {
      begin(request, answer)
      return
    }
    if (waiting.size >= MOST_WAITING) {
      answer({ closes: true })
      return
    }
    waiting.set(request, answer)
    request.once('close', () => waiting.delete(request))
  }
}
