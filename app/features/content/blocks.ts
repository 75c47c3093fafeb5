import { aboutBlock } from './blocks/about.tsx'
import { bookingBlock } from './blocks/booking.tsx'
import { callToActionBlock } from './blocks/call-to-action.tsx'
import { caseStudiesBlock } from './blocks/case-studies.tsx'
import { chipsBlock } from './blocks/chips.tsx'
import { claimsBlock } from './blocks/claims.tsx'
import { comparisonBlock } from './blocks/comparison.tsx'
import { contactBlock } from './blocks/contact.tsx'
import { contactPageBlock } from './blocks/contact-page.tsx'
import { dataPracticesBlock } from './blocks/data-practices.tsx'
import { faqBlock } from './blocks/faq.tsx'
import { heroBlock } from './blocks/hero/hero.tsx'
import { imageTextBlock } from './blocks/image-text.tsx'
import { introBlock } from './blocks/intro.tsx'
import { legalTextBlock } from './blocks/legal-text.tsx'
import { logosBlock } from './blocks/logos.tsx'
import { numberedListBlock } from './blocks/numbered-list.tsx'
import { numbersBlock } from './blocks/numbers.tsx'
import { offersGridBlock } from './blocks/offers-grid.tsx'
import { offersTableBlock } from './blocks/offers-table.tsx'
import { optionsBlock } from './blocks/options.tsx'
import { orbHeroBlock } from './blocks/orb/orb-hero.tsx'
import { pageFiguresBlock } from './blocks/page-figures/page-figures.tsx'
import { pageHeadBlock } from './blocks/page-head.tsx'
import { plansBlock } from './blocks/plans.tsx'
import { pointsBlock } from './blocks/points.tsx'
import { richTextBlock } from './blocks/rich-text.tsx'
import { sampleAssistantBlock } from './blocks/sample-assistant/sample-assistant.tsx'
import { sampleDialogueBlock } from './blocks/sample-dialogue.tsx'
import { serviceGridBlock } from './blocks/service-grid/service-grid.tsx'
import { serviceHeroBlock } from './blocks/service-hero.tsx'
import { shareBlock } from './blocks/share.tsx'
import { siteTrialBlock } from './blocks/site-trial.tsx'
import { teamBlock } from './blocks/team.tsx'
import { testimonialsBlock } from './blocks/testimonials.tsx'
import { timelineBlock } from './blocks/timeline.tsx'
import { videoBlock } from './blocks/video/video.tsx'
import { voiceSamplesBlock } from './blocks/voice-samples/voice-samples.tsx'
import { voiceCalculatorBlock } from './blocks/calculators/voice-calculator.tsx'
import { workflowCalculatorBlock } from './blocks/calculators/workflow-calculator.tsx'
import { workflowRunBlock } from './blocks/workflow-run/workflow-run.tsx'
import type { AnyBlockType } from './define-block.ts'

/** All block types, in the order in which the editor offers them. */
export const blockTypes = [
  pageHeadBlock,
  heroBlock,
  serviceHeroBlock,
  orbHeroBlock,
  richTextBlock,
  imageTextBlock,
  introBlock,
  aboutBlock,
  claimsBlock,
  numbersBlock,
  pageFiguresBlock,
  pointsBlock,
  numberedListBlock,
  timelineBlock,
  chipsBlock,
  serviceGridBlock,
  offersGridBlock,
  offersTableBlock,
  optionsBlock,
  plansBlock,
  comparisonBlock,
  voiceCalculatorBlock,
  workflowCalculatorBlock,
  workflowRunBlock,
  sampleAssistantBlock,
  sampleDialogueBlock,
  siteTrialBlock,
  testimonialsBlock,
  caseStudiesBlock,
  logosBlock,
  teamBlock,
  videoBlock,
  voiceSamplesBlock,
  faqBlock,
  callToActionBlock,
  bookingBlock,
  contactBlock,
  contactPageBlock,
  shareBlock,
  legalTextBlock,
  dataPracticesBlock,
] as const

const byType = new Map<string, AnyBlockType>(blockTypes.map((block) => [block.type, block]))

/** Returns null for an unknown or removed type. */
export function findBlockType(type: string): AnyBlockType | null {
  return byType.get(type) ?? null
}
