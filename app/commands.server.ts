import { rebuildRollups } from './features/analytics/rollups/rebuild-rollups.server.ts'
import { resetOwner } from './features/auth/reset-owner.server.ts'
import { seedPosts } from './features/blog/seed-posts.server.ts'
import { exportToFile, importFromFile } from './features/content/transfer/transfer-commands.server.ts'
import { seedLeads } from './features/leads/seed-leads.server.ts'
import { replayFromFile } from './features/privacy/replay-erasures.server.ts'
import { offlineCommands } from './offline-commands.server.ts'
import type { Ctx } from './platform/context.server.ts'
import { parseEnv } from './platform/env.server.ts'
import { createRuntime } from './runtime.server.ts'

const commands: Readonly<Record<string, (ctx: Ctx, args: readonly string[]) => Promise<string[]>>> = {
  'analytics:rebuild': rebuildRollups,
  'content:export': exportToFile,
  'content:import': importFromFile,
  'owner:reset': resetOwner,
  'privacy:replay': replayFromFile,
  seed: async (ctx) => [...(await seedLeads(ctx)), ...(await seedPosts(ctx))],
}

export async function runCommand(
  processEnv: Record<string, string | undefined>,
  name: string,
  args: readonly string[],
): Promise<string[]> {
  const offlineCommand = offlineCommands[name]
  if (offlineCommand) return offlineCommand({ LOG_LEVEL: 'warn', ...processEnv }, args)
  const command = commands[name]
  if (!command) {
    const names = [...Object.keys(commands), ...Object.keys(offlineCommands)].sort()
    throw new Error(`There is no command ${name}. The commands are: ${names.join(', ')}.`)
  }
  const { ctx, close } = await createRuntime(parseEnv({ LOG_LEVEL: 'warn', ...processEnv }))
  try {
    return await command(ctx, args)
  } finally {
    await close()
  }
}
