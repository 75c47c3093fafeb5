import { setTimeout as pause } from 'node:timers/promises'

import { chatMessages } from '#app/features/chat/messages.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { SECOND } from '#app/platform/clock.ts'

import type { BegunTurn } from './begin-turn.server.ts'
import { emptyReply, type MadeReply } from './settle-reply.server.ts'
import { suggestPages } from './suggest-pages.ts'
import type { InFlightReply } from './in-flight.server.ts'

/** §9 of the specification. */
const DEMO_DELAY = SECOND

/** Without a key: after a second the sentence that says so, and links to pages that match the question. */
export async function makeDemoReply(turn: BegunTurn, reply: InFlightReply): Promise<MadeReply> {
  const made: MadeReply = { ...emptyReply, outcome: 'stopped' }
  await pause(DEMO_DELAY, undefined, { signal: reply.signal }).catch(() => {})
  if (reply.signal.aborted) return { ...made, outcome: reply.signal.reason === 'visitor' ? 'stopped' : 'cut' }
  const text = chatMessages[defaultLocale].demo
  const links = suggestPages(turn.turns.at(-1)?.content ?? '')
  reply.say({ type: 'text', text })
  reply.say({ type: 'links', links })
  return { ...made, text, links, outcome: 'demo' }
}
