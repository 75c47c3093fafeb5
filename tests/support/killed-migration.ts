/** A process for tests: migrates its database and, if KILL_IN names a migration, kills itself after its first statement. */
import { migrate } from '#app/platform/db/migrate.server.ts'
import { migrations } from '#app/platform/db/migrations/index.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'

const killIn = process.env['KILL_IN']

const deadly = Object.entries(migrations).map(([name, migration]) => {
  if (name !== killIn) return [name, migration] as const
  const up: typeof migration.up = (db) =>
    migration.up(
      db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult() {
          process.kill(process.pid, 'SIGKILL')
          return new Promise(() => {})
        },
      }),
    )
  return [name, { up }] as const
})

const engine = await openDatabase(parseEnv(process.env))
await migrate(engine, Object.fromEntries(deadly))
await engine.close()
