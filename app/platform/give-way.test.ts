import os from 'node:os'

import { expect, onTestFinished, test, vi } from 'vitest'

import { giveWay } from './give-way.ts'

test('a process goes on with its usual priority where a lower one is forbidden, as by filters of system calls', () => {
  const spy = vi.spyOn(os, 'setPriority').mockImplementation(() => {
    throw Object.assign(new Error('EPERM'), { code: 'ERR_SYSTEM_ERROR' })
  })
  onTestFinished(() => spy.mockRestore())
  expect(() => giveWay(10)).not.toThrow()
  expect(spy).toHaveBeenCalledWith(10)
})
