import { pageDocumentSchema, type PageDocument } from '../page-document.ts'
import type { PageKind } from '../page-kinds.ts'
import { findBlockType } from '../blocks.ts'

import { aboutPage } from './about.ts'
import { aiChatbotsPage } from './ai-chatbots.ts'
import { aiVideoProductionPage } from './ai-video-production.ts'
import { aiVoiceAgentsPage } from './ai-voice-agents.ts'
import { contactPage } from './contact.ts'
import { homePage } from './home.ts'
import { privacyPage } from './privacy.ts'
import { seoOptimisationPage } from './seo-optimisation.ts'
import { servicesPage } from './services.ts'
import type { StarterPage } from './starter-page.ts'
import { termsPage } from './terms.ts'
import { websiteDevelopmentPage } from './website-development.ts'
import { workflowAutomationPage } from './workflow-automation.ts'

export type Starter = { id: string; kind: PageKind; path: string; position: number; document: PageDocument }

/** In the order of menus, the sitemap and lists. */
const pages: readonly StarterPage[] = [
  homePage,
  servicesPage,
  websiteDevelopmentPage,
  aiVideoProductionPage,
  aiVoiceAgentsPage,
  workflowAutomationPage,
  aiChatbotsPage,
  seoOptimisationPage,
  aboutPage,
  contactPage,
  termsPage,
  privacyPage,
]

/** The pages of the starter site. A page that was never edited has no row, and is shown from here. */
export const starterPages: readonly Starter[] = pages.map(
  ({ id, kind, path, blocks, ...words }, position) => ({
    id,
    kind,
    path,
    position,
    document: pageDocumentSchema.parse(
      {
        ...words,
        blocks: blocks.map((block) => ({ version: findBlockType(block.type)?.version ?? 1, ...block })),
      },
      { jitless: true },
    ),
  }),
)
export function findStarter(id: string): Starter | null {
  return starterPages.find((page) => page.id === id) ?? null
}
