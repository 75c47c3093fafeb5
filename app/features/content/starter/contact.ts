import type { StarterPage } from './starter-page.ts'

export const contactPage: StarterPage = {
  id: 'contact',
  kind: 'page',
  path: '/contact',
  name: 'Contact',
  metaTitle: 'Contact',
  description:
    'Get in touch for a free consultation on AI voice agents, chatbots, automation, websites and video. We reply within {replyWithin}, {hours}.',
  shareTitle: 'Get In Touch',
  blocks: [
    {
      id: 'contact',
      type: 'contact-page',
      props: {
        title: 'Get In Touch',
        text: 'Ready to transform your business with AI? Tell us where you are and where you want to be. The first consultation is free.',
        email: {
          title: 'Email',
          text: 'Write to us directly',
        },
        cards: [
          {
            icon: 'clock',
            title: 'Business hours',
            value: '{hours}',
            text: '{hours} AI-powered support',
          },
          {
            icon: 'timer',
            title: 'Response time',
            value: 'Within {replyWithin}',
            text: 'At any time of the day',
          },
          {
            icon: 'globe',
            title: 'Location',
            value: 'Global, remote',
            text: 'We work with businesses worldwide',
          },
        ],
        waysTitle: 'Contact Methods',
        form: {
          title: 'Contact form',
          badge: 'Primary',
          text: 'The quickest way to an answer that fits your case.',
        },
        mail: {
          title: 'Direct email',
          text: 'For attachments and longer threads.',
        },
        chat: {
          title: 'AI chatbot',
          text: 'For instant queries about services, prices and timelines.',
          href: '/services/ai-chatbots#exchange',
        },
        formTitle: 'Send us a message',
      },
    },
  ],
}
