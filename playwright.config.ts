import { defineConfig } from '@playwright/test'

import { findSystemBrowser } from './scripts/browser.mjs'
import type { EngineOption } from './tests/e2e/fixtures.ts'

const executablePath = findSystemBrowser()
const engines = process.env['TEST_DATABASE_URL'] ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

/** How pages look and move: the database has no part in it, so it is tried on the first engine alone. */
const withoutDatabase = /(accessibility|header|home|islands|services)\.spec\.ts$/

export default defineConfig<object, EngineOption>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  workers: 2,
  retries: 0,
  // Long journeys, on a machine that runs two at once.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['line'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    colorScheme: 'dark',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    },
  },
  projects: engines.map((engine) => ({
    name: engine,
    use: { engine },
    ...(engine === 'postgres' && { testIgnore: withoutDatabase }),
  })),
})
