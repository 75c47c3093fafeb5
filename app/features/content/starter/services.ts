import type { StarterPage } from './starter-page.ts'

export const servicesPage: StarterPage = {
  id: 'services',
  kind: 'page',
  path: '/services',
  name: 'Services',
  metaTitle: 'Our AI Services',
  description:
    'Six AI services for businesses worldwide: websites, video, voice agents, workflow automation, chatbots and SEO. What each is for, when it is ready, what it costs.',
  shareTitle: 'Our AI Services',
  blocks: [
    {
      id: 'head',
      type: 'page-head',
      props: {
        title: 'Our AI Services',
        text: 'Six offers that work alone and better together. Each starts with a free consultation, a fixed scope and a date.',
        visual: 'constellation',
      },
    },
    {
      id: 'offers',
      type: 'offers-grid',
      props: {
        more: 'Learn more',
      },
    },
    {
      id: 'contact',
      type: 'call-to-action',
      props: {
        ground: 'raised',
        title: 'Not sure which one?',
        text: 'Describe the work that takes too long. We answer within {replyWithin} with what we would do first.',
        button: {
          text: 'Get Started',
          href: '/contact',
        },
      },
    },
  ],
}
