import type { AppErrorCode } from '#app/platform/errors.ts'

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
