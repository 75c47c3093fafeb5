import type { StarterPage } from './starter-page.ts'

export const seoOptimisationPage: StarterPage = {
  id: 'seo-optimisation',
  kind: 'service',
  path: '/services/seo-optimisation',
  name: 'SEO Optimisation',
  metaTitle: 'SEO Optimisation',
  description:
    'Be found by people and by assistants: pages, structure and words that search engines understand.',
  service: {
    menuText: '',
    summary:
      'Be found by people and by assistants: pages, structure and words that search engines understand.',
    bestFor: 'Sites that deserve more visitors than they have',
    timeline: 'Audit first',
    price: 'Fixed quote',
    icon: 'search',
    isContactOnly: true,
    action: 'Ask for an audit',
  },
  blocks: [],
}
