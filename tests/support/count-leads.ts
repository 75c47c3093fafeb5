import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'

export async function countLeads(env: Record<string, string>): Promise<number> {
  const engine = await openDatabase(parseEnv(env))
  const leads = await engine.db.selectFrom('lead').select('id').execute()
  await engine.close()
  return leads.length
}
