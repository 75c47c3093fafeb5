import { AppError, type AppErrorCode } from '#app/platform/errors.ts'

/** Tasks of `imports` wait for each of their parts to be stored, which may take an hour. */
export type Lane = 'quick' | 'long' | 'imports'

export type Task<Input, Output, Part = never> = {
  readonly name: string
  readonly lane: Lane
  readonly maxCpu: number
  /** Megabytes, including 60 for Node itself. */
  readonly maxMemory: number
  readonly maxInput: number
  readonly maxOutput: number
  readonly maxWaiting: number
  readonly types?: { input: Input; output: Output; part: Part }
}

export function defineTask<Input, Output, Part = never>(
  task: Omit<Task<Input, Output, Part>, 'types'>,
): Task<Input, Output, Part> {
  return task
}

/** Counts the characters and bytes in a value, plus one per entry. Stops beyond `most`. */
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
  time: 'This takes longer to read than allowed.',
  memory: 'This takes more memory to read than allowed.',
  input: 'This is larger than allowed.',
  output: 'This expands to more than allowed.',
}

export class OverBudget extends AppError {
  override name = 'OverBudget'
  readonly budget: Budget

  constructor(budget: Budget) {
    super('invalid', sentences[budget])
    this.budget = budget
  }
}

export type ToProcess =
  | { kind: 'run'; task: string; input: unknown; maxCpu: number; maxMemory: number; maxOutput: number }
  | { kind: 'more' }

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

export const TIME_SIGNAL = 'SIGALRM'
export const MEMORY_SIGNAL = 'SIGUSR2'
