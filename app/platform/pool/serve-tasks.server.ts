import { Worker } from 'node:worker_threads'

import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { giveWay } from '#app/platform/give-way.ts'

import { type FromProcess, MEMORY_SIGNAL, sizeOf, type Task, TIME_SIGNAL, type ToProcess } from './task.ts'

type Give<Part> = (part: Part) => Promise<void>

type Work<Input, Output, Part> = (input: Input, give: Give<Part>) => Promise<Output> | Output

export type Program = {
  name: string
  load(): Promise<(input: unknown, give: Give<unknown>) => unknown>
}

export function program<Input, Output, Part>(
  task: Task<Input, Output, Part>,
  load: () => Promise<Work<Input, Output, Part>>,
): Program {
  return { name: task.name, load: load as Program['load'] }
}

const LOOK_EVERY = 50
const NICENESS = 10

/** Runs in a thread, because the task may block the main thread. It also kills a process whose server died. */
const WATCHDOG = `
const { workerData: { budgets, parent, every, time, memory } } = require('node:worker_threads')
setInterval(() => {
  const { user, system } = process.cpuUsage()
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  else if ((user + system) / 1000 > budgets[0]) process.kill(process.pid, time)
  else if (process.memoryUsage.rss() / 1048576 > budgets[1]) process.kill(process.pid, memory)
}, every)`

export function serveTasks(programs: readonly Program[]): void {
  const byName = new Map(programs.map((entry) => [entry.name, entry]))
  // The CPU time and memory at which the watchdog kills the process.
  const budgets = new Float64Array(new SharedArrayBuffer(16)).fill(Infinity)
  const signals = { time: TIME_SIGNAL, memory: MEMORY_SIGNAL }
  const workerData = { budgets, parent: process.ppid, every: LOOK_EVERY, ...signals }
  const watchdog = new Worker(WATCHDOG, {
    eval: true,
    workerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  })
  // Tasks must not run without the watchdog.
  watchdog.on('exit', () => process.exit(1))
  if (process.platform !== 'win32') giveWay(NICENESS)

  let taken = () => {}
  const say = (message: FromProcess) => process.send?.(message)
  const give = (part: unknown) =>
    new Promise<void>((resolve) => {
      taken = resolve
      say({ kind: 'part', part })
    })

  process.on('disconnect', () => process.exit(0))
  // The whole process group gets these signals, but the server ends its processes itself.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
  process.on('message', (message: ToProcess) => {
    if (message.kind === 'more') taken()
    else void run(message)
  })

  async function run({ task, input, maxCpu, maxMemory, maxOutput }: ToProcess & { kind: 'run' }) {
    const entry = byName.get(task)
    try {
      if (!entry) throw new Error(`The pool has no task ${task}.`)
      const work = await entry.load()
      budgets[1] = maxMemory
      budgets[0] = processorTime() + maxCpu
      const output = await work(input, give)
      budgets.fill(Infinity)
      if (sizeOf(output, maxOutput) > maxOutput) say({ kind: 'too-large' })
      else say({ kind: 'done', output, rss: residentMegabytes() })
    } catch (error) {
      budgets.fill(Infinity)
      say(failureOf(error))
    }
  }
}

function failureOf(error: unknown): FromProcess {
  const rss = residentMegabytes()
  if (!(error instanceof AppError))
    return { kind: 'failed', message: String((error as Error | null)?.stack ?? error), rss }
  const fields = error instanceof FieldErrors ? { ...error.fields } : null
  return { kind: 'refused', code: error.code, message: error.message, fields, rss }
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function residentMegabytes(): number {
  return process.memoryUsage.rss() / 1024 / 1024
}
