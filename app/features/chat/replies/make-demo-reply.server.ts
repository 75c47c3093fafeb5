import { setTimeout as pause } from 'node:timers/promises'

import type { ChatLink } from '#app/features/chat/chat-events.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { NamedPage } from '#app/platform/wording.ts'

import type { BegunTurn } from './begin-turn.server.ts'
import type { InFlightReply } from './in-flight.server.ts'
import { emptyReply, type MadeReply } from './settle-reply.server.ts'

const DEMO_DELAY = SECOND

/** Without a key, replies after a second that this is a demo, and links to pages that match the question. */
export async function makeDemoReply(ctx: Ctx, turn: BegunTurn, reply: InFlightReply): Promise<MadeReply> {
  const made: MadeReply = { ...emptyReply, outcome: 'stopped' }
  await pause(DEMO_DELAY, undefined, { signal: reply.signal }).catch(() => {})
  if (reply.signal.aborted) return { ...made, outcome: reply.signal.reason === 'visitor' ? 'stopped' : 'cut' }
  const wording = await ctx.wording(ctx)
  const { demo: text, suggested } = wording.texts(chatTexts)
  const links = suggestPages(turn.question, wording.pages, suggested)
  reply.say({ type: 'text', text })
  reply.say({ type: 'links', links })
  return { ...made, text, links, outcome: 'demo' }
}

/** Word prefixes that match a page, besides those of its name; keyed by the page's id. */
const hints: Readonly<Record<string, string>> = {
  'ai-voice-agents': 'voice phone call telephon answer receptionist speak agent language',
  'ai-chatbots': 'chat bot widget conversation support assistant messag',
  'workflow-automation': 'workflow automat process integrat crm zapier repetitive task invoice email roi',
  'website-development': 'website web site page design develop shop react hosting landing plan',
  'ai-video-production': 'video film clip edit footage youtube animation advert',
  services: 'service offer product overview solution help',
  about: 'about who team company mission founder',
  blog: 'blog article post news read guide',
  contact: 'contact price pricing cost quote talk person human seo search ranking consult book meeting',
}

const MAX_PAGES = 3

/** Returns the best matches first; without a match, the services and the contact form. */
function suggestPages(
  message: string,
  ofSite: readonly NamedPage[],
  labels: Readonly<Record<string, string>>,
): ChatLink[] {
  const pages = [...ofSite.filter(({ path }) => path !== '/'), { id: 'blog', path: '/blog', name: 'Blog' }]
  const asked = wordsOf(message)
  const scored = pages
    .map((page) => ({ page, score: scoreOf(page, asked) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_PAGES)
    .map(({ page }) => page)
  const found = scored.length > 0 ? scored : pages.filter(({ id }) => id === 'services' || id === 'contact')
  return found.map(({ id, path, name }) => ({ label: labels[id] ?? name, path }))
}

function wordsOf(text: string): string[] {
  return [...foldForSearch(text).matchAll(/[\p{L}\p{N}]{3,}/gu)].map(([word]) => word)
}

function scoreOf({ id, name }: NamedPage, asked: readonly string[]): number {
  const words = wordsOf([hints[id], name].join(' '))
  return asked.filter((word) => words.some((start) => word.startsWith(start))).length
}
