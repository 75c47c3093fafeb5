import { defineConfig } from '@playwright/test'

import { findSystemBrowser } from './scripts/browser.mjs'
import type { EngineOption } from './tests/e2e/fixtures.ts'
import { keepTemporaryFilesInMemory } from './tests/support/memory-folder.ts'

keepTemporaryFilesInMemory()

const executablePath = findSystemBrowser()
/** `npm test` runs the journeys through the main jobs, on the first engine. Others of their file build on those with `@needed`. */
const suite = process.env['TEST_SUITE']
const hasPostgres = process.env['TEST_DATABASE_URL'] !== undefined && suite !== 'main'
const engines = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

/**
 * Journeys in which one person's change must reach another's page. The others run on the first engine only, because
 * verbs (vitest.config.ts) and HTTP responses are tested on both.
 */
const throughTheDatabase = /(analytics|inquiry|takeover)\.spec\.ts$/

export default defineConfig<object, EngineOption>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  workers: 2,
  retries: 0,
  // The defaults of 30 and 5 seconds are too short on a slow machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['line'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    colorScheme: 'dark',
    // Animated pages repaint endlessly on the CPU. Specs of animations ask for `no-preference`.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    },
  },
  projects: engines.map((engine) => ({
    name: engine,
    use: { engine },
    ...(engine === 'sqlite' && suite === 'main' && { grep: /@main/ }),
    ...(engine === 'sqlite' && suite === 'rest' && { grepInvert: /@main(?! @needed)/ }),
    ...(engine === 'postgres' && { testMatch: throughTheDatabase }),
  })),
})
