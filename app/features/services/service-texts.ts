/** The five services that have a page, in the order of the menu. */
export const serviceSlugs = [
  'website-development',
  'ai-video-production',
  'ai-voice-agents',
  'workflow-automation',
  'ai-chatbots',
] as const

export type ServiceSlug = (typeof serviceSlugs)[number]

/** Texts of a service wherever it is named: menu, cards, footer, overview, metadata. */
export type ServiceTexts = {
  name: string
  /** Beside the name in the menu. */
  menuText: string
  /** On cards: what it does for the visitor, in a sentence or two. */
  summary: string
  /** In the overview's comparison: whom it is for. */
  bestFor: string
  timeline: string
}
