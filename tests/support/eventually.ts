import { vi } from 'vitest'

/** Waits until `check` no longer throws, for longer than a busy machine or a worker's own pause takes. */
export function eventually<Result>(
  check: () => Result | Promise<Result>,
  milliseconds = 12_000,
): Promise<Result> {
  return vi.waitFor(check, { timeout: milliseconds, interval: 20 })
}
