import { type ChildProcess, fork } from 'node:child_process'

import { AppError, FieldErrors } from '#app/platform/errors.ts'

import {
  type FromProcess,
  MEMORY_SIGNAL,
  OverBudget,
  type Task,
  TIME_SIGNAL,
  type ToProcess,
} from './task.ts'

/** A process that has grown beyond these megabytes is not given another task: its memory goes back to the machine. */
const TOO_GROWN = 180
/** Against one that is suspended: its own watchdog counts processor time, which then stands still. */
const WALL_PER_CPU = 10
const WALL_GRACE = 30_000

export type AnyTask = Task<unknown, unknown, unknown>

export type TaskRun = {
  task: AnyTask
  input: unknown
  onPart: (part: unknown) => unknown
}

export type TaskProcess = {
  /** Does one task at a time. @throws {AppError} what the task refuses, or beyond a budget. */
  run(run: TaskRun): Promise<unknown>
  /** Ends it at once, whatever it does. */
  kill(): void
  readonly isUsable: boolean
}

/** Starts a process that does tasks. @param program its path, @param heap megabytes that its heap may take */
export function startTaskProcess(program: string, heap: number): TaskProcess {
  const child = fork(program, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heap}`, '--max-semi-space-size=8'],
    // No variable of ours, for some are secret.
    env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let isUsable = true
  // One that cannot be started or told something says so by its exit.
  child.on('error', () => child.kill('SIGKILL'))
  child.once('exit', () => {
    isUsable = false
  })
  // It keeps this process alive only while it works.
  child.unref()
  child.channel?.unref()

  return {
    get isUsable() {
      return isUsable
    },
    async run(run) {
      child.ref()
      child.channel?.ref()
      try {
        const { output, rss } = await exchange(child, run)
        if (rss > TOO_GROWN) isUsable = false
        return output
      } finally {
        child.unref()
        child.channel?.unref()
      }
    },
    kill() {
      isUsable = false
      child.kill('SIGKILL')
    },
  }
}

function exchange(
  child: ChildProcess,
  { task, input, onPart }: TaskRun,
): Promise<{ output: unknown; rss: number }> {
  return new Promise((done, fail) => {
    const late = setTimeout(
      () => {
        fail(new OverBudget('time'))
        child.kill('SIGKILL')
      },
      task.maxCpu * WALL_PER_CPU + WALL_GRACE,
    )
    const end = () => {
      clearTimeout(late)
      child.off('message', hear)
      child.off('exit', onExit)
    }
    const onExit = (_code: number | null, signal: NodeJS.Signals | null) => {
      end()
      fail(reasonOf(signal))
    }
    const send = (message: ToProcess) => child.send(message, () => {})
    const hear = (message: FromProcess) => {
      if (message.kind === 'part') {
        late.refresh()
        Promise.resolve(message.part)
          .then(onPart)
          .then(
            () => send({ kind: 'more' }),
            (error: unknown) => {
              end()
              fail(error)
              child.kill('SIGKILL')
            },
          )
        return
      }
      end()
      if (message.kind === 'done') done(message)
      else if (message.kind === 'too-large') fail(new OverBudget('output'))
      else if (message.kind === 'failed') fail(new Error(`${task.name} failed: ${message.message}`))
      else
        fail(message.fields ? new FieldErrors(message.fields) : new AppError(message.code, message.message))
    }
    child.on('message', hear)
    child.on('exit', onExit)
    const { maxCpu, maxMemory, maxOutput } = task
    send({ kind: 'run', task: task.name, input, maxCpu, maxMemory, maxOutput })
  })
}

function reasonOf(signal: NodeJS.Signals | null): Error {
  if (signal === TIME_SIGNAL) return new OverBudget('time')
  // V8 ends the process where an allocation does not fit.
  if (signal === MEMORY_SIGNAL || signal === 'SIGABRT' || signal === 'SIGTRAP')
    return new OverBudget('memory')
  return new Error(`A process of the pool ended before its task did (${signal ?? 'by itself'}).`)
}
