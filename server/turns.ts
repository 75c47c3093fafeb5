/** Resolves when it is one's turn. */
export type Turns = () => Promise<void>

/**
 * Lets one piece of work begin in each round of the event loop, first come, first served, so that kept pages and whatever
 * else is short are answered between two of many that come at once.
 */
export function createTurns(): Turns {
  const waiting: (() => void)[] = []
  let isTaken = false

  function next(): void {
    const begin = waiting.shift()
    isTaken = begin !== undefined
    if (!begin) return
    setImmediate(next)
    begin()
  }

  return () => {
    if (isTaken) return new Promise((resolve) => waiting.push(resolve))
    isTaken = true
    setImmediate(next)
    return Promise.resolve()
  }
}
