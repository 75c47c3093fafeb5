import { AppError, type AppErrorCode } from '#app/platform/errors.ts'

/** Heavy kinds run in a lane of their own, so that what somebody waits for never queues behind them. */
export type Lane = 'quick' | 'long'

/** A kind of work done on untrusted input in a process of the pool, and what it may cost. */
export type Task<Input, Output, Part = never> = {
  readonly name: string
  readonly lane: Lane
  /** Milliseconds of processor time. */
  readonly maxCpu: number
  /** Megabytes of the whole process, Node's own 60 among them. */
  readonly maxMemory: number
  /** Characters and bytes together. */
  readonly maxInput: number
  readonly maxOutput: number
  /** How many may wait for their turn; one more is refused. */
  readonly maxWaiting: number
  /** Never set: it carries the types. */
  readonly types?: { input: Input; output: Output; part: Part }
}

export function defineTask<Input, Output, Part = never>(
  task: Omit<Task<Input, Output, Part>, 'types'>,
): Task<Input, Output, Part> {
  return task
}

/** Characters and bytes of all strings and buffers in a value, each entry counted as one more; stops beyond `most`. */
export function sizeOf(value: unknown, most = Infinity): number {
  let size = 0
  const open: unknown[] = [value]
  while (open.length > 0 && size <= most) {
    const next = open.pop()
    size += 1
    if (typeof next === 'string') size += next.length
    else if (next instanceof Uint8Array) size += next.byteLength
    else if (typeof next === 'object' && next !== null)
      for (const entry of Object.values(next)) open.push(entry)
  }
  return size
}

export type Budget = 'time' | 'memory' | 'input' | 'output'

const sentences: Record<Budget, string> = {
  time: 'This takes longer to read than is allowed.',
  memory: 'This takes more memory to read than is allowed.',
  input: 'This is larger than is allowed.',
  output: 'This unfolds to more than is allowed.',
}

/** A task that was ended because it needed more than its kind may have. */
export class OverBudget extends AppError {
  override name = 'OverBudget'
  readonly budget: Budget

  constructor(budget: Budget) {
    super('invalid', sentences[budget])
    this.budget = budget
  }
}

/** What a process of the pool is told. */
export type ToProcess =
  | { kind: 'run'; task: string; input: unknown; maxCpu: number; maxMemory: number; maxOutput: number }
  /** The part last given was taken. */
  | { kind: 'more' }

/** What it says. */
export type FromProcess =
  | { kind: 'part'; part: unknown }
  | { kind: 'done'; output: unknown; rss: number }
  | {
      kind: 'refused'
      code: AppErrorCode
      message: string
      fields: Record<string, string> | null
      rss: number
    }
  | { kind: 'too-large' }
  | { kind: 'failed'; message: string; rss: number }

/** The signals by which a process ends itself beyond a budget. */
export const TIME_SIGNAL = 'SIGALRM'
export const MEMORY_SIGNAL = 'SIGUSR2'
