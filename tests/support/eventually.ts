import { vi } from 'vitest'

/** Waits until `check` no longer throws, long enough for a busy machine and a worker's pauses. */
export function eventually<Result>(
  check: () => Result | Promise<Result>,
  milliseconds = 12_000,
): Promise<Result> {
  return vi.waitFor(check, { timeout: milliseconds, interval: 20 })
}
