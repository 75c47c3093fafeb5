import { seeblick } from './seeblick.ts'
import type { StarterPage } from './starter-page.ts'

export const aiChatbotsPage: StarterPage = {
  id: 'ai-chatbots',
  kind: 'service',
  path: '/services/ai-chatbots',
  name: 'AI Chatbots',
  metaTitle: 'AI chatbots',
  description:
    'AI chatbots that answer from your own documents, cite their source and hand over to a person, in {languages} languages. Ready in {service.timeline}.',
  service: {
    menuText: 'Conversational AI solutions',
    summary:
      'Assistants that answer from your own documents, cite their sources and turn questions into inquiries.',
    bestFor: 'The same questions, asked every day on your site',
    timeline: '2–5 business days',
    price: 'Fixed quote',
    icon: 'bot',
    demo: 'chat',
  },
  blocks: [
    {
      id: 'head',
      type: 'service-hero',
      props: {
        title: 'Ask it anything. It answers from your pages.',
        text: 'An assistant for your site that has read your documents, shows where each answer comes from, admits what it does not know, and turns questions into inquiries.',
        ready: 'Ready in {timeline}',
        start: {
          text: 'Get Started',
          href: '#contact',
        },
        more: {
          text: 'See an exchange',
          href: '#exchange',
        },
        note: 'Free consultation. A person replies within {replyWithin}.',
        visual: 'passage',
      },
    },
    {
      id: 'features',
      type: 'points',
      props: {
        ground: 'plain',
        title: 'Three smart features',
        hasIcons: true,
        points: [
          {
            title: 'Grounded answers',
            text: 'It answers from your site, your PDFs and your texts, with the source one click away. When it is not certain enough, it says that it does not know instead of guessing.',
            icon: 'book',
          },
          {
            title: 'A person when it matters',
            text: 'You can step into a conversation and write yourself. The visitor sees who is speaking, and the assistant stays silent until you hand back.',
            icon: 'user',
          },
          {
            title: 'Inquiries, not just chats',
            text: 'Whoever wants to go further gets the form right in the chat. Name, consent and transcript arrive together as a lead.',
            icon: 'inbox',
          },
        ],
      },
    },
    seeblick,
    {
      id: 'exchange',
      type: 'sample-dialogue',
      props: {
        title: 'An exchange, as it happens',
        text: 'Played from a restaurant’s assistant. The questions are typed by a visitor, the answers are taken from the menu and the house rules.',
        ask: 'Ask our own assistant',
        label: 'A played exchange',
        visitor: 'Visitor',
        assistant: 'Assistant',
        source: 'Source {number}: {name}',
        turns: [
          {
            who: 'visitor',
            text: 'Can I bring my dog on Saturday evening?',
          },
          {
            who: 'assistant',
            text: 'Yes, dogs are welcome on the terrace at any time. Inside, we ask for it before 6 pm.',
            source: 'House rules, page 2',
          },
          {
            who: 'visitor',
            text: '¿Tienen algo sin gluten?',
          },
          {
            who: 'assistant',
            text: 'Sí: siete platos de la carta son sin gluten, entre ellos el risotto y la trucha.',
            source: 'Menu, autumn',
          },
          {
            who: 'visitor',
            text: 'Is the trout caught in the lake nearby?',
          },
          {
            who: 'assistant',
            text: 'I do not find that in what I have been given. Shall I ask the kitchen to write to you?',
          },
        ],
      },
    },
    {
      id: 'own-site',
      type: 'site-trial',
      props: {
        title: 'Try it on your own website',
        text: 'Enter its address. In under a minute you can ask an assistant what stands on your own pages, and each answer names the page it is from.',
      },
    },
    {
      id: 'contact',
      type: 'contact',
      props: {
        title: 'Tell us what you need',
        text: 'Describe it in your own words. We answer within {replyWithin} with what is possible, what it costs and when it is ready. The first consultation is free.',
      },
    },
  ],
}
