import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** Returns the name of an app in the audit log, stored where a session stores its device. */
export function appDevice(name: string): string {
  return `App “${name}”`
}

export async function appAuthor(ctx: Ctx, grantId: string) {
  const { email, name, title } = await ctx.db
    .selectFrom('oauth_grant')
    .innerJoin('oauth_client', 'oauth_client.id', 'oauth_grant.client_id')
    .innerJoin('member', 'member.id', 'oauth_grant.member_id')
    .select(['member.email', 'member.name', 'oauth_client.name as title'])
    .where('oauth_grant.id', '=', grantId)
    .executeTakeFirstOrThrow()
  return { title, by: { actor: 'member', email, name, device: appDevice(title) } as const }
}

/** Ends a connection whose code or token was used twice, because one of the two users must have stolen it. */
export async function cutOff(ctx: Ctx, grantId: string): Promise<void> {
  await ctx.engine.lockUntilCommit(ctx.db, `oauth grant ${grantId}`)
  const grant = await ctx.db
    .selectFrom('oauth_grant')
    .select('id')
    .where('id', '=', grantId)
    .executeTakeFirst()
  if (!grant) return
  const { by, title } = await appAuthor(ctx, grantId)
  await ctx.db.deleteFrom('oauth_grant').where('id', '=', grantId).execute()
  const subject = { id: grantId, title: `${title}, connected by ${by.email}`, path: '/admin/account' }
  await recordChange(ctx, { what: 'member.app_cut_off', subject, by: { actor: 'system' } })
}
