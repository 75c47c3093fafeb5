import { apiConfig } from '#app/features/ai/config/api-config.server.ts'
import { findAccount } from '#app/features/ai/config/find-endpoints.server.ts'
import { providers } from '#app/platform/ai-provider-list.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** A connection that has its page elsewhere. */
export type OtherConnection = {
  title: string
  state: string
  isOn: boolean
  text: string
  path: string
  label: string
}

export async function readOtherConnections(ctx: Ctx): Promise<OtherConnection[]> {
  requireActor(ctx, 'settings.read')
  const { provider } = await apiConfig.read(ctx)
  const hasKey = (await findAccount(ctx, provider)) !== null
  return [
    {
      title: 'AI provider',
      state: hasKey ? providers[provider].label : 'Not connected',
      isOn: hasKey,
      text: 'Answers visitors in the chat, and helps you to write.',
      path: '/admin/api',
      label: 'Open API Configuration',
    },
    ...(ctx.engine.name === 'sqlite'
      ? []
      : [
          {
            title: 'Continuous backup',
            state: 'Not here',
            isOn: false,
            text: 'PostgreSQL is backed up continuously by tools of its own (docs/runbooks/postgres-continuous-backup.md).',
            path: '/admin/settings/backups',
            label: 'Open backups',
          },
        ]),
  ]
}
