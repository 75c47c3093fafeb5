import type { ServiceSlug, ServiceTexts } from './service-texts.ts'

/** Names, timelines and menu texts are those of §2 and §9 of the specification. */
export const servicesEn: Record<ServiceSlug, ServiceTexts> = {
  'website-development': {
    name: 'Website Development',
    menuText: 'Custom web design and development',
    summary:
      'Fast, accessible sites and web apps, designed around what your customers came to do and built to be changed.',
    bestFor: 'A site that is found, loads at once and turns visitors into inquiries',
    timeline: '2-8 weeks',
  },
  'ai-video-production': {
    name: 'AI Video Production',
    menuText: 'Professional AI-powered video content',
    summary:
      'Product films, explainers and social clips from script to final cut, in days and at a fraction of a film crew.',
    bestFor: 'Showing a product or an idea, in every format your channels ask for',
    timeline: '3-5 business days',
  },
  'ai-voice-agents': {
    name: 'AI Voice Agents',
    menuText: 'Intelligent voice automation systems',
    summary:
      'Agents that answer every call on the first ring, book the appointment and hand over to a person when it matters.',
    bestFor: 'Businesses that are called more often than they can pick up',
    timeline: '1-3 business days',
  },
  'workflow-automation': {
    name: 'Workflow Automation',
    menuText: 'Smart business process automation',
    summary:
      'The copying, chasing and filing between your tools, done by software that reports what it did and when it needs you.',
    bestFor: 'Routine work that passes through several tools and many hands',
    timeline: '1-2 weeks',
  },
  'ai-chatbots': {
    name: 'AI Chatbots',
    menuText: 'Conversational AI solutions',
    summary:
      'Assistants that answer from your own documents, cite where they read it and turn a question into an inquiry.',
    bestFor: 'The same questions, asked every day on your site',
    timeline: '2-5 business days',
  },
}
