import { rebuildRollups } from '../features/analytics/rollups/rebuild-rollups.server.ts'
import { resetOwner } from '../features/auth/reset-owner.server.ts'
import { seedPosts } from '../features/blog/seed-posts.server.ts'
import { seedYearOfPosts } from '../features/blog/seed-year-of-posts.server.ts'
import { seedYearOfConversations } from '../features/chat/seed-year-of-conversations.server.ts'
import { seedYearOfLeads } from '../features/leads/seed-year-of-leads.server.ts'
import { recordChange } from '../platform/audit/record-change.server.ts'
import { withTransaction } from '../platform/db/transaction.server.ts'
import { exportToFile, importFromFile } from '../features/content/transfer/transfer-commands.server.ts'
import { seedLeads } from '../features/leads/seed-leads.server.ts'
import { replayFromFile } from '../features/privacy/replay-erasures.server.ts'
import { seedDemo, seedVisitsOf } from './seed-demo.server.ts'
import { offlineCommands } from './offline-commands.server.ts'
import type { Ctx } from '../platform/context.server.ts'
import { parseEnv } from '../platform/env.server.ts'
import { AppError } from '../platform/errors.ts'
import { createRuntime } from './runtime.server.ts'

const commands: Readonly<Record<string, (ctx: Ctx, args: readonly string[]) => Promise<string[]>>> = {
  'analytics:rebuild': rebuildRollups,
  'content:export': exportToFile,
  'content:import': importFromFile,
  'demo:seed': seedDemo,
  'owner:reset': resetOwner,
  'privacy:replay': replayFromFile,
  seed: async (ctx, args) =>
    args.includes('--year')
      ? seedYear(ctx, visitsIn(args))
      : [...(await seedLeads(ctx)), ...(await seedPosts(ctx))],
}

/** Seeds a year of data for demonstration and measurement. It is the same each time except for its dates. */
async function seedYear(ctx: Ctx, visits: number | null): Promise<string[]> {
  for (const table of ['lead', 'conversation', 'blog_post', 'event'] as const)
    if (await ctx.db.selectFrom(table).select('id').limit(1).executeTakeFirst())
      return ['A year of data can only be added to an empty installation. Nothing was added.']
  const until = ctx.clock.now()
  const lines = [
    await seedYearOfLeads(ctx, until),
    await seedYearOfConversations(ctx, until),
    await seedYearOfPosts(ctx, until),
  ]
  lines.push(await seedVisitsOf(ctx, until, visits === null ? undefined : { visits, days: 365 }))
  await withTransaction(ctx, (ctx) =>
    recordChange(ctx, { what: 'demo.seeded', by: { actor: 'command' }, fields: ['year'] }),
  )
  return lines
}

function visitsIn(args: readonly string[]): number | null {
  const at = args.indexOf('--visits')
  if (at === -1) return null
  const visits = Number(args[at + 1])
  if (!Number.isInteger(visits) || visits < 0 || visits > 500_000)
    throw new AppError('invalid', '--visits must be a number from 0 to 500000.')
  return visits
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
