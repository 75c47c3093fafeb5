import { isbot } from 'isbot'

import type { VisitorHints } from '#app/platform/events.ts'

/** Why a visit is left out of the figures; each is counted, so that the owner sees how much is. */
export type Refusal = 'bot' | 'automation' | 'owner' | 'privacy' | 'unknown-page' | 'too-many' | 'full'

export type Visiting = {
  visitor: VisitorHints
  /** `navigator.webdriver`. */
  isAutomated: boolean
  isOwner: boolean
}

/** Agents repeat: testing one costs microseconds, remembering it next to nothing. */
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

/** Whether an agent is a program's. One that says nothing is, and so is one that says more than browsers do. */
export function isBot(userAgent: string): boolean {
  if (userAgent.trim() === '' || userAgent.length > 1000) return true
  const known = tested.get(userAgent)
  if (known !== undefined) return known
  const bot = isbot(userAgent)
  if (tested.size >= REMEMBERED) tested.clear()
  tested.set(userAgent, bot)
  return bot
}
