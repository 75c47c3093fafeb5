import { afterEach, beforeEach, expect, vi } from 'vitest'

/** What is written to the console is written by mistake: a warning of React or a forgotten print fails its test. */
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
