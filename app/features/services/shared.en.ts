/** Texts that all service pages share. */
export const servicesSharedEn = {
  readyIn: 'Ready in {timeline}',
  getStarted: 'Get Started',
  talk: 'Talk to us about it',
  perMonth: '{from}-{to} per month',
  free: 'Free consultation. A person replies within 1 hour.',
  contactTitle: 'Tell us what you need',
  contactText:
    'Describe it in your own words. We answer within 1 hour with what is possible, what it costs and when it is ready. The first consultation is free.',
  faqTitle: 'Questions and answers',
  services: 'Services',
  home: 'Home',
  prices: {
    'website-development': 'From {websiteFrom}',
    'ai-video-production': 'Save {videoSaving}',
    'ai-voice-agents': '{voicePerMonth}',
    'workflow-automation': 'Fixed quote',
    'ai-chatbots': 'Fixed quote',
  },
  seo: {
    name: 'SEO Optimisation',
    summary:
      'Be found by people and by assistants: pages, structure and words that search engines understand.',
    bestFor: 'Sites that deserve more visitors than they have',
    action: 'Ask for an audit',
    timeline: 'Audit first',
    price: 'Fixed quote',
  },
}

export type ServicesShared = typeof servicesSharedEn
