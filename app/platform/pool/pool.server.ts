import { AppError } from '#app/platform/errors.ts'

import { type Lane, OverBudget, sizeOf, type Task } from './task.ts'
import { startTaskProcess, type TaskProcess, type TaskRun } from './task-process.server.ts'

/** Milliseconds until an idle process is ended. */
const IDLE = 10_000
const heapOf: Record<Lane, number> = { quick: 256, long: 512 }

export type Pool = {
  /**
   * The next part is produced once `onPart` has ended.
   * @throws {OverBudget AppError} `unavailable` if too many wait
   */
  run<Input, Output, Part>(
    task: Task<Input, Output, Part>,
    input: Input,
    options?: { signal?: AbortSignal; onPart?: (part: Part) => Promise<void> | void },
  ): Promise<Output>
  close(): void
}

type Waiting = TaskRun & { resolve(output: unknown): void; reject(error: unknown): void }

/** @param program a file that calls `serveTasks` */
export function createPool(program: string): Pool {
  const lanes = { quick: createLane(program, heapOf.quick), long: createLane(program, heapOf.long) }
  return {
    async run(task, input, { signal, onPart = () => {} } = {}) {
      signal?.throwIfAborted()
      if (sizeOf(input, task.maxInput) > task.maxInput) throw new OverBudget('input')
      const output = await lanes[task.lane].add({ task, input, onPart: onPart as TaskRun['onPart'] }, signal)
      // The output's type is checked where the task's program is listed.
      return output as NonNullable<typeof task.types>['output']
    },
    close() {
      for (const lane of Object.values(lanes)) lane.close()
    },
  }
}

function createLane(program: string, heap: number) {
  const waiting: Waiting[] = []
  let lastKind = ''
  let current: TaskProcess | null = null
  let isBusy = false
  let isClosed = false
  let idle: NodeJS.Timeout | undefined

  function add(run: TaskRun, signal: AbortSignal | undefined): Promise<unknown> {
    const ofKind = waiting.filter(({ task }) => task.name === run.task.name).length
    if (isClosed || ofKind >= run.task.maxWaiting)
      throw new AppError('unavailable', 'The server is busy. Please try again in a moment.', {
        retryAfter: 5,
      })
    return new Promise((resolve, reject) => {
      const entry: Waiting = { ...run, resolve, reject }
      if (signal) abortWith(signal, entry)
      waiting.push(entry)
      work()
    })
  }

  function abortWith(signal: AbortSignal, entry: Waiting): void {
    const stop = () => {
      const at = waiting.indexOf(entry)
      if (at !== -1) waiting.splice(at, 1)
      else current?.kill()
      entry.reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    const { resolve, reject } = entry
    entry.resolve = (output) => (signal.removeEventListener('abort', stop), resolve(output))
    entry.reject = (error) => (signal.removeEventListener('abort', stop), reject(error))
  }

  function takeNext(): Waiting | undefined {
    const other = waiting.findIndex(({ task }) => task.name !== lastKind)
    return waiting.splice(Math.max(other, 0), 1)[0]
  }

  function work(): void {
    if (isBusy || isClosed) return
    const next = takeNext()
    if (!next) return
    clearTimeout(idle)
    isBusy = true
    lastKind = next.task.name
    if (!current?.isUsable) {
      current?.kill()
      current = startTaskProcess(program, heap)
    }
    void current
      .run(next)
      .then(next.resolve, (error: unknown) => next.reject(isClosed ? closing() : error))
      .finally(() => {
        isBusy = false
        idle = setTimeout(rest, IDLE).unref()
        work()
      })
  }

  function rest(): void {
    current?.kill()
    current = null
  }

  return {
    add,
    close() {
      isClosed = true
      clearTimeout(idle)
      for (const { reject } of waiting.splice(0)) reject(closing())
      rest()
    },
  }
}

function closing(): AppError {
  return new AppError('unavailable', 'The server is shutting down.', { retryAfter: 5 })
}
