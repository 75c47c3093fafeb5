import { isbot } from 'isbot'

import type { VisitorHints } from '#app/platform/events.ts'

/** Why a visit is left out of the figures. The owner sees how many are, by reason. */
export type Refusal = 'bot' | 'automation' | 'owner' | 'privacy' | 'unknown-page' | 'too-many' | 'full'

export type Visiting = {
  visitor: VisitorHints
  /** `navigator.webdriver`. */
  isAutomated: boolean
  isOwner: boolean
}

/** Answers for user agents, which repeat. */
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

/** Whether a user agent is a program's. An empty one is, and so is one far longer than browsers send. */
export function isBot(userAgent: string): boolean {
  if (userAgent.trim() === '' || userAgent.length > 1000) return true
  const known = tested.get(userAgent)
  if (known !== undefined) return known
  const bot = isbot(userAgent)
  if (tested.size >= REMEMBERED) tested.clear()
  tested.set(userAgent, bot)
  return bot
}
