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

/** Megabytes. A larger process is replaced, which frees its memory. */
const TOO_GROWN = 180
/** A suspended process uses no CPU time, so this limit counts real time. */
const WALL_PER_CPU = 10
const WALL_GRACE = 30_000

export type AnyTask = Task<unknown, unknown, unknown>

export type TaskRun = {
  task: AnyTask
  input: unknown
  onPart: (part: unknown) => unknown
}

export type TaskProcess = {
  run(run: TaskRun): Promise<unknown>
  kill(): void
  readonly isUsable: boolean
}

export function startTaskProcess(program: string, heap: number): TaskProcess {
  const child = fork(program, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heap}`, '--max-semi-space-size=8'],
    // Passes no other variables, because some are secret.
    env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let isUsable = true
  child.on('error', () => child.kill('SIGKILL'))
  child.once('exit', () => {
    isUsable = false
  })
  // An idle child must not keep this process alive.
  child.unref()
  child.channel?.unref()

  return {
    get isUsable() {
      // A killed process accepts messages until it exits.
      return isUsable && !child.killed
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
  // V8 aborts the process if an allocation fails.
  if (signal === MEMORY_SIGNAL || signal === 'SIGABRT' || signal === 'SIGTRAP')
    return new OverBudget('memory')
  return new Error(`A process of the pool ended before its task did (${signal ?? 'on its own'}).`)
}
