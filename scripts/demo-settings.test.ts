import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { nextReset, readDemoSettings, takeDemoFolder } from './demo-settings.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a demo takes a new folder, and its own again once nobody uses it', () => {
  const folder = join(newFolder(), 'demo')
  const held = takeDemoFolder(folder)
  expect(() => takeDemoFolder(folder)).toThrow('Another demo is using')
  mkdirSync(join(folder, 'live'))
  held.release()
  takeDemoFolder(folder).release()
  expect(readdirSync(folder)).toContain('live')
})

test('a folder that holds anything else is left as it is', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'foyer.sqlite'), 'somebody’s work')
  expect(() => takeDemoFolder(folder)).toThrow("is not empty and not a demo's")
  expect(readdirSync(folder)).toEqual(['foyer.sqlite'])
})

test.each([
  [{ DEMO_DIR: './data' }, [], 'is DATA_DIR'],
  [{ DEMO_DIR: '/srv/foyer', DATA_DIR: '/srv/x/../foyer' }, [], 'is DATA_DIR'],
  [{ PUBLIC_URL: 'https://agency.example' }, [], 'npm run demo -- --public'],
  [{}, ['--pubic'], 'There is no option --pubic'],
])('a demo with %o and %o is refused', (variables, args, words) => {
  expect(() => readDemoSettings(variables, args)).toThrow(words)
})

test('only this machine reaches a demo, unless it is meant for the public', () => {
  expect(readDemoSettings({}, [])).toEqual({
    folder: resolve('.cache/demo'),
    port: '3000',
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
  })
  const variables = { PUBLIC_URL: 'https://demo.example', PORT: '8080' }
  expect(readDemoSettings(variables, ['--public'])).toMatchObject({
    host: '0.0.0.0',
    publicUrl: 'https://demo.example',
  })
})

test.each([
  ['13:00', '14:00'],
  ['13:49', '14:00'],
  ['13:51', '15:00'],
])('started at %s, a demo is reset at %s', (from, to) => {
  expect(nextReset(Date.parse(`2026-11-23T${from}:00Z`))).toBe(Date.parse(`2026-11-23T${to}:00Z`))
})
