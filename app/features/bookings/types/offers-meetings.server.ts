import type { Ctx } from '#app/platform/context.server.ts'
import { PAGES_TOPIC, RESYNC, type Signals } from '#app/platform/signals/signals.server.ts'

import { findMembersOf } from '../availability/find-free-times.server.ts'
import { findMeetingTypes } from './find-meeting-types.server.ts'

type Known = { reading: Promise<boolean> | null }

function createKnown(signals: Signals): Known {
  const known: Known = { reading: null }
  const forget = () => {
    known.reading = null
  }
  for (const topic of [PAGES_TOPIC, RESYNC]) signals.subscribe(topic, forget)
  return known
}

/** Returns whether visitors can book any meeting: one is offered, and somebody is there to hold it. */
export async function offersMeetings(ctx: Ctx): Promise<boolean> {
  if (ctx.db.isTransaction) return findOffer(ctx)
  const known = ctx.state.of(createKnown)
  const reading = (known.reading ??= findOffer(ctx))
  try {
    return await reading
  } catch (error) {
    if (known.reading === reading) known.reading = null
    throw error
  }
}

async function findOffer(ctx: Ctx): Promise<boolean> {
  const type = (await findMeetingTypes(ctx)).find(({ isOffered }) => isOffered)
  return type !== undefined && (await findMembersOf(ctx, type)).length > 0
}
