export type Turns = () => Promise<void>

/** Starts one task per iteration of the event loop, so that cached pages are served in between. */
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
