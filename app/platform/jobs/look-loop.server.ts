export type LookLoop = {
  /** Looks, once more where a look is under way, and resolves when nothing asks for another. */
  look(): Promise<void>
  /** Looks no more; resolves when the look under way has ended. */
  stop(): Promise<void>
}

/**
 * Calls `work`, one call at a time, whenever it is asked to and again when the milliseconds that `work` returned are over.
 */
export function createLookLoop(work: () => Promise<number>): LookLoop {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let lookAgain = false

  function look(): Promise<void> {
    if (isStopped) return Promise.resolve()
    lookAgain = true
    looking ??= lookUntilQuiet().finally(() => {
      looking = null
    })
    return looking
  }

  async function lookUntilQuiet(): Promise<void> {
    clearTimeout(timer)
    let wait = 0
    while (lookAgain && !isStopped) {
      lookAgain = false
      wait = await work()
    }
    if (!isStopped) timer = setTimeout(() => void look(), wait)
  }

  return {
    look,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
