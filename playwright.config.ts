import { defineConfig } from '@playwright/test'

import { findSystemBrowser } from './scripts/browser.mjs'
import type { EngineOption } from './tests/e2e/fixtures.ts'
import { keepTemporaryFilesInMemory } from './tests/support/memory-folder.ts'

keepTemporaryFilesInMemory()

const executablePath = findSystemBrowser()
const engines = process.env['TEST_DATABASE_URL'] ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

/**
 * Journeys in which one visitor's or owner's doings must reach another's page. The others are tried on the first engine
 * alone: every verb is tested on both (vitest.config.ts), and so is what the server does over HTTP.
 */
const throughTheDatabase = /(analytics|inquiry|takeover)\.spec\.ts$/

export default defineConfig<object, EngineOption>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  workers: 2,
  retries: 0,
  // A journey waits for states; how long a busy machine takes is not what it is about.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['line'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    colorScheme: 'dark',
    // A page that moves is painted without end, by the processor. Specs of what moves ask for `no-preference`.
    contextOptions: { reducedMotion: 'reduce' },
    // Not a picture of each frame: that costs more than the journeys.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: true },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    },
  },
  projects: engines.map((engine) => ({
    name: engine,
    use: { engine },
    ...(engine === 'postgres' && { testMatch: throughTheDatabase }),
  })),
})
