import { setTimeout as pause } from 'node:timers/promises'

import type { ChatLink } from '#app/features/chat/chat-events.ts'
import { chatMessages } from '#app/features/chat/messages.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import { SECOND } from '#app/platform/clock.ts'

import type { BegunTurn } from './begin-turn.server.ts'
import type { InFlightReply } from './in-flight.server.ts'
import { emptyReply, type MadeReply } from './settle-reply.server.ts'

const DEMO_DELAY = SECOND

/** Without a key the reply says so after a second and links to pages that match the question. */
export async function makeDemoReply(turn: BegunTurn, reply: InFlightReply): Promise<MadeReply> {
  const made: MadeReply = { ...emptyReply, outcome: 'stopped' }
  await pause(DEMO_DELAY, undefined, { signal: reply.signal }).catch(() => {})
  if (reply.signal.aborted) return { ...made, outcome: reply.signal.reason === 'visitor' ? 'stopped' : 'cut' }
  const text = chatMessages[defaultLocale].demo
  const links = suggestPages(turn.question)
  reply.say({ type: 'text', text })
  reply.say({ type: 'links', links })
  return { ...made, text, links, outcome: 'demo' }
}

type SitePage = ChatLink & { words: string }

/** The pages to suggest, each with the beginnings of words that lead to it. */
const pages: readonly SitePage[] = [
  {
    label: 'AI Voice Agents',
    path: '/services/ai-voice-agents',
    words: 'voice phone call telephon answer receptionist speak agent language',
  },
  {
    label: 'AI Chatbots',
    path: '/services/ai-chatbots',
    words: 'chat bot widget conversation support assistant messag',
  },
  {
    label: 'Workflow Automation',
    path: '/services/workflow-automation',
    words: 'workflow automat process integrat crm zapier repetitive task invoice email roi',
  },
  {
    label: 'Website Development',
    path: '/services/website-development',
    words: 'website web site page design develop shop react hosting landing plan',
  },
  {
    label: 'AI Video Production',
    path: '/services/ai-video-production',
    words: 'video film clip edit footage youtube animation advert',
  },
  { label: 'All services', path: '/services', words: 'service offer product overview solution help' },
  { label: 'About us', path: '/about', words: 'about who team company mission founder' },
  { label: 'Blog', path: '/blog', words: 'blog article post news read guide' },
  {
    label: 'Contact',
    path: '/contact',
    words: 'contact price pricing cost quote talk person human seo search ranking consult book meeting',
  },
]

const MAX_PAGES = 3

/** The best matches first; without a match the services and the contact form. */
function suggestPages(message: string): ChatLink[] {
  const asked = [...foldForSearch(message).matchAll(/[\p{L}\p{N}]{3,}/gu)].map(([word]) => word)
  const scored = pages
    .map((page) => ({ page, score: scoreOf(page, asked) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_PAGES)
    .map(({ page }) => page)
  const found =
    scored.length > 0 ? scored : pages.filter(({ path }) => path === '/services' || path === '/contact')
  return found.map(({ label, path }) => ({ label, path }))
}

function scoreOf(page: SitePage, asked: readonly string[]): number {
  const words = page.words.split(' ')
  return asked.filter((word) => words.some((start) => word.startsWith(start))).length
}
