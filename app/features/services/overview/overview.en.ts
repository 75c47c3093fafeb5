export const overviewEn = {
  metaTitle: 'Our AI Services',
  metaDescription:
    'Six AI services for businesses worldwide: websites, video, voice agents, workflow automation, chatbots and SEO. What each is for, when it is ready, what it costs.',
  title: 'Our AI Services',
  text: 'Six offers that work alone and better together. Each starts with a free conversation, a fixed scope and a date.',
  learnMore: 'Learn more',
  compareTitle: 'Side by side',
  compareText: 'What each is for, when it is ready and what it costs.',
  heads: { service: 'Service and what it is for', timeline: 'Ready in', price: 'Price' },
  contactTitle: 'Not sure which one?',
  contactText: 'Describe the work that takes too long. We answer within 1 hour with what we would do first.',
  contactAction: 'Get Started',
}
