import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { holdAlone, holdPresence } from './presence.server.ts'

function dataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-presence-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('any number of processes may be present, but none while one holds the folder alone', () => {
  const folder = dataDir()
  const [one, another] = [holdPresence(folder), holdPresence(folder)]
  expect(() => holdAlone(folder)).toThrow('is using')
  one.release()
  expect(() => holdAlone(folder)).toThrow('is using')
  another.release()
  const alone = holdAlone(folder)
  expect(() => holdAlone(folder)).toThrow('is using')
  expect(() => holdPresence(folder)).toThrow('is being restored')
  alone.release()
  holdPresence(folder).release()
})
