import { defineConfig } from 'vitest/config'

import { contractsOnFirstEngine, engineTests } from './scripts/engine-tests.ts'
import { keepTemporaryFilesInMemory } from './tests/support/memory-folder.ts'

keepTemporaryFilesInMemory()

const engines = process.env['TEST_DATABASE_URL'] ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)
const suite = process.env['TEST_SUITE']
const listed = [...engineTests.keys()]

/** Tests that do not depend on the database: headers, pages, addresses. They run over HTTP on the first engine only. */
const withoutDatabase = [
  'foreign-writes',
  'metrics',
  'monitoring',
  'no-metrics',
  'observatory',
  'page-budget',
  'public-pages',
  'redirects',
  'requests',
  'response-headers',
  'settings-index',
  'tracing',
  'unknown-intents',
].map((name) => `tests/http/${name}.test.ts`)

/** Their verbs are tested on both engines, so over HTTP they run on the first engine only. */
const onFirstEngine = [
  'account',
  'admin-guard',
  'another-firm',
  'areas-by-role',
  'blog',
  'brand-blocks',
  'checklist',
  // Goes from one engine to the other by itself.
  'content-transfer',
  'demo',
  'forms-by-role',
  'inquiry-files',
  'knowledge',
  'languages',
  'large-uploads',
  'mcp-client',
  'oauth',
  'page-editor',
  'pages',
  'roles',
  'seo',
  'site-knowledge',
  'thread-attachments',
  // The upgrade itself is tested on both engines, by tests/contracts/upgrade.contract.ts.
  'upgrade',
].map((name) => `tests/http/${name}.test.ts`)

/** They take a minute each: several servers or browsers, or every page as every role. Their rules have verb tests. */
const wholeLives = [
  'another-firm',
  'areas-by-role',
  'brand-blocks',
  'content-transfer',
  'demo',
  'kept-pages',
  'restore',
  'site-knowledge',
].map((name) => `tests/http/${name}.test.ts`)

/** Tests that put servers under load or measure durations: they run one file at a time, after all others. */
const underLoad = ['backup', 'kill', 'knowledge-kill', 'lifecycle', 'outages', 'two-instances'].map(
  (name) => `tests/http/${name}.test.ts`,
)

const overHttp = (name: string, include: readonly string[], exclude: readonly string[]) =>
  engines.map((engine) => ({
    extends: true as const,
    test: {
      name: `${name}-${engine}`,
      env: { TEST_ENGINE: engine },
      include: [...include],
      exclude: [...exclude, ...(engine === 'sqlite' ? [] : onFirstEngine)],
      testTimeout: 120_000,
    },
  }))

/**
 * Database tests run on each engine. Files that start no server share their worker's modules (`isolate: false`),
 * because reloading the application took most of the time. Tests must leave no state in modules.
 */
export default defineConfig({
  define: { BUILT_AT: JSON.stringify('2026-11-21T12:00:00.000Z'), VERSION: JSON.stringify('0.0.0-test') },
  test: {
    globalSetup: ['tests/support/pooled-databases.setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default of one second is too short on a slow machine.
    expect: { poll: { timeout: 12_000 } },
    // CI has two cores. Tests mostly wait, so four workers finish a third sooner than two.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: ['{app,server,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.verb.test.ts'],
        },
      },
      ...engines.map((engine) => ({
        extends: true as const,
        test: {
          name: engine,
          isolate: false,
          env: { TEST_ENGINE: engine },
          include:
            engine === 'postgres' && suite === 'main'
              ? listed
              : ['app/**/*.verb.test.ts', 'tests/contracts/**/*.contract.ts'],
          exclude:
            engine === 'sqlite' ? [] : [...contractsOnFirstEngine, ...(suite === 'rest' ? listed : [])],
        },
      })),
      ...overHttp('server', ['tests/http/**/*.test.ts'], [...withoutDatabase, ...underLoad, ...wholeLives]),
      ...overHttp('whole', wholeLives, []),
      ...engines.map((engine) => ({
        extends: true as const,
        test: {
          name: `load-${engine}`,
          env: { TEST_ENGINE: engine },
          include: underLoad,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
        },
      })),
      {
        extends: true,
        test: { name: 'server', include: withoutDatabase, testTimeout: 120_000 },
      },
    ],
  },
})
