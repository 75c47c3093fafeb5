import { AppError } from '#app/platform/errors.ts'

import { type Lane, OverBudget, sizeOf, type Task } from './task.ts'
import { startTaskProcess, type TaskProcess, type TaskRun } from './task-process.server.ts'

/** Milliseconds until an idle process ends. */
const IDLE = 10_000
const heapOf: Record<Lane, number> = { quick: 256, long: 512, imports: 512 }

export type Pool = {
  /** Produces the next part after `onPart` resolves. @throws {OverBudget | AppError} unavailable if too many wait */
  run<Input, Output, Part>(
    task: Task<Input, Output, Part>,
    input: Input,
    options?: { signal?: AbortSignal; onPart?: (part: Part) => Promise<void> | void },
  ): Promise<Output>
  close(): void
}

type Waiting = TaskRun & { resolve(output: unknown): void; reject(error: unknown): void }

/** @param program path of a file that calls `serveTasks` */
export function createPool(program: string): Pool {
  const lanes = {
    quick: createLane(program, heapOf.quick),
    long: createLane(program, heapOf.long),
    imports: createLane(program, heapOf.imports),
  }
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
  const worker = createReusedProcess(program, heap)
  let lastKind = ''
  let isBusy = false
  let isClosed = false

  function add(run: TaskRun, signal: AbortSignal | undefined): Promise<unknown> {
    const ofKind = waiting.filter(({ task }) => task.name === run.task.name).length
    if (isClosed || ofKind >= run.task.maxWaiting)
      throw new AppError('unavailable', 'The server is busy. Please try again in a moment.', {
        retryAfter: 5,
      })
    return new Promise((resolve, reject) => {
      const entry: Waiting = { ...run, resolve, reject }
      if (signal) rejectOnAbort(signal, entry, () => drop(entry))
      waiting.push(entry)
      work()
    })
  }

  function drop(entry: Waiting): void {
    const at = waiting.indexOf(entry)
    if (at !== -1) waiting.splice(at, 1)
    else worker.kill()
  }

  function takeNext(): Waiting | undefined {
    const other = waiting.findIndex(({ task }) => task.name !== lastKind)
    return waiting.splice(Math.max(other, 0), 1)[0]
  }

  function work(): void {
    if (isBusy || isClosed) return
    const next = takeNext()
    if (!next) return
    isBusy = true
    lastKind = next.task.name
    void worker
      .run(next)
      .then(next.resolve, (error: unknown) => next.reject(isClosed ? closing() : error))
      .finally(() => {
        isBusy = false
        work()
      })
  }

  return {
    add,
    close() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(closing())
      worker.end()
    },
  }
}

/** Starts a process for the first task, and ends it after 10 idle seconds. */
function createReusedProcess(program: string, heap: number) {
  let current: TaskProcess | null = null
  let idle: NodeJS.Timeout | undefined

  function end(): void {
    clearTimeout(idle)
    current?.kill()
    current = null
  }

  return {
    run(run: TaskRun): Promise<unknown> {
      clearTimeout(idle)
      if (!current?.isUsable) {
        end()
        current = startTaskProcess(program, heap)
      }
      return current.run(run).finally(() => {
        idle = setTimeout(end, IDLE).unref()
      })
    },
    kill: () => current?.kill(),
    end,
  }
}

function rejectOnAbort(signal: AbortSignal, entry: Waiting, stop: () => void): void {
  const abort = () => {
    stop()
    entry.reject(signal.reason)
  }
  signal.addEventListener('abort', abort, { once: true })
  const { resolve, reject } = entry
  entry.resolve = (output) => (signal.removeEventListener('abort', abort), resolve(output))
  entry.reject = (error) => (signal.removeEventListener('abort', abort), reject(error))
}

function closing(): AppError {
  return new AppError('unavailable', 'The server is shutting down.', { retryAfter: 5 })
}
