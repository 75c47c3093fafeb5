import { countReceived } from '#app/features/leads/thread/erase-thread.server.ts'
import { listAddressesOf } from '#app/features/people/find-people.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { isOwnAddress, parseAddress } from './address-input.server.ts'
import { findHoldings } from './find-holdings.server.ts'

export async function describeHoldings(ctx: Ctx, input: { address: string }) {
  requireActor(ctx, 'privacy.read')
  const address = parseAddress(input.address)
  const addresses = await listAddressesOf(ctx, address)
  const found = await findHoldings(ctx, (other) => addresses.includes(other))
  const { leads, conversations, emails, threadMails, people, clientAddresses, mentions } = found
  const areOwn = await Promise.all(addresses.map((theirs) => isOwnAddress(ctx, theirs)))
  return {
    address,
    others: addresses.filter((theirs) => theirs !== address),
    isOwn: areOwn.includes(true),
    people: await readPeople(ctx, people),
    inquiries: await readInquiries(ctx, leads),
    conversations: await readConversations(ctx, conversations),
    mails: emails.length + (await countReceived(ctx, threadMails)),
    mentions: mentions.length + clientAddresses.length,
  }
}

async function readPeople(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return ctx.db.selectFrom('person').select(['id', 'name']).where('id', 'in', ids).orderBy('id').execute()
}

async function readInquiries(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return ctx.db
    .selectFrom('lead')
    .select(['id', 'name', 'created_at', 'status', 'project_ended_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}

async function readConversations(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return ctx.db
    .selectFrom('conversation')
    .select(['id', 'created_at', 'turns'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}

export type DescribedHoldings = Awaited<ReturnType<typeof describeHoldings>>
