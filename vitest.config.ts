import { defineConfig } from 'vitest/config'

const engines = process.env['TEST_DATABASE_URL'] ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

/** What touches a database runs on each engine; what starts the built server runs one file at a time. */
export default defineConfig({
  define: { BUILT_AT: JSON.stringify('2026-11-21T12:00:00.000Z'), VERSION: JSON.stringify('0.0.0-test') },
  test: {
    globalSetup: ['tests/support/pooled-databases.setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 15_000,
    hookTimeout: 30_000,
    // One for each of CI's two cores; by itself Vitest leaves one to the machine.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['{app,server}/**/*.test.{ts,tsx}'], exclude: ['**/*.verb.test.ts'] },
      },
      ...engines.map((engine) => ({
        extends: true as const,
        test: {
          name: engine,
          env: { TEST_ENGINE: engine },
          include: ['app/**/*.verb.test.ts', 'tests/contracts/**/*.contract.ts'],
        },
      })),
      ...engines.map((engine) => ({
        extends: true as const,
        test: {
          name: `server-${engine}`,
          env: { TEST_ENGINE: engine },
          include: ['tests/http/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
        },
      })),
    ],
  },
})
