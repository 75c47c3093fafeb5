import { isbot } from 'isbot'

import type { VisitorHints } from '#app/platform/events.ts'

/** Why a visit is left out of the figures. The owner sees the number of these visits by reason. */
export type Refusal = 'bot' | 'automation' | 'owner' | 'privacy' | 'unknown-page' | 'too-many' | 'full'

export type Visiting = {
  visitor: VisitorHints
  /** `navigator.webdriver`. */
  isAutomated: boolean
  isOwner: boolean
}

/** Cache of results, because user agents repeat. */
const tested = new Map<string, boolean>()
const REMEMBERED = 5000

export function refusalOf(
  { visitor, isAutomated, isOwner }: Visiting,
  { honourPrivacy }: { honourPrivacy: boolean },
): Refusal | null {
  if (isOwner) return 'owner'
  if (isBot(visitor.userAgent)) return 'bot'
  if (isAutomated) return 'automation'
  return honourPrivacy && visitor.asksPrivacy ? 'privacy' : null
}

/** Returns whether a user agent belongs to a program. Empty ones and those far longer than browsers send count as one. */
export function isBot(userAgent: string): boolean {
  if (userAgent.trim() === '' || userAgent.length > 1000) return true
  const known = tested.get(userAgent)
  if (known !== undefined) return known
  const bot = isbot(userAgent)
  if (tested.size >= REMEMBERED) tested.clear()
  tested.set(userAgent, bot)
  return bot
}
