import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { isOwnAddress, parseAddress } from './address-input.server.ts'
import { findHoldings } from './find-holdings.server.ts'

/** What is held about an e-mail address, to be looked through. @throws {FieldErrors} */
export async function describeHoldings(ctx: Ctx, input: { address: string }) {
  requireActor(ctx)
  const address = parseAddress(input.address)
  const { leads, conversations, emails, mentions } = await findHoldings(ctx, (found) => found === address)
  const inquiries = await Promise.all(
    leads.map((id) =>
      ctx.db
        .selectFrom('lead')
        .select(['id', 'name', 'created_at', 'status', 'project_ended_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    ),
  )
  const chats = await Promise.all(
    conversations.map((id) =>
      ctx.db
        .selectFrom('conversation')
        .select(['id', 'created_at', 'turns'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    ),
  )
  return {
    address,
    isOwn: await isOwnAddress(ctx, address),
    inquiries,
    conversations: chats,
    mails: emails.length,
    mentions: mentions.length,
  }
}

export type DescribedHoldings = Awaited<ReturnType<typeof describeHoldings>>
