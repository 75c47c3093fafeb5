import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Any output on the console fails its test, such as a React warning or a forgotten print. */
beforeEach(() => {
  for (const method of ['error', 'warn', 'log'] as const) vi.spyOn(console, method)
})

afterEach(() => {
  for (const method of ['error', 'warn', 'log'] as const) {
    const { calls } = vi.mocked(console[method]).mock
    expect(calls, `console.${method} was called`).toEqual([])
  }
  vi.restoreAllMocks()
})
