import type { StarterPage } from './starter-page.ts'

export const homePage: StarterPage = {
  id: 'home',
  kind: 'page',
  path: '/',
  name: 'Home',
  metaTitle: 'AI voice agents, chatbots and automation for business',
  description:
    'AI voice agents, chatbots, workflow automation, websites and video for businesses worldwide. {hours} support, a reply within {replyWithin}, {languages} languages.',
  shareTitle: 'AI voice agents, chatbots and automation for business',
  blocks: [
    {
      id: 'hero',
      type: 'hero',
      props: {
        eyebrow: 'AI agency for businesses worldwide',
        before: 'Transform Your Business With',
        phrase: 'AI Innovation',
        text: 'We build the agents, assistants and automations that answer your customers and clear your desk, in {languages} languages and at any hour.',
        start: {
          text: 'Start Your AI Journey',
          href: '/contact',
        },
        more: {
          text: 'Explore AI Services',
          href: '/services',
        },
        note: 'Free consultation. A person replies within {replyWithin}.',
        scene: {
          caller: 'Incoming call, answered',
          when: 'Sunday, 22:47',
          question: 'Do you have anything free tomorrow? It’s urgent.',
          answer: 'Yes, 8:30 with Dr. Lang. I’ve booked it and sent you the address.',
          outcomes: ['Booked in the calendar', 'Record updated', 'Address sent by text'],
        },
      },
    },
    {
      id: 'claims',
      type: 'claims',
      props: {
        claims: [
          {
            figure: '{hours}',
            text: 'support, every day of the year',
          },
          {
            figure: '{replyWithin}',
            text: 'until you have a reply',
          },
          {
            figure: '{languages}',
            text: 'languages spoken and written',
          },
          {
            figure: '{fasterResponse}',
            text: 'faster response to customers',
          },
        ],
      },
    },
    {
      id: 'intro',
      type: 'intro',
      props: {
        ground: 'plain',
        title: 'AI solutions that do a day’s work, every hour',
        text: 'An agency is only as good as what is still running a year later. We connect current AI models to the tools you already use, measure what changes, and stay on call.',
        services: [
          'ai-voice-agents',
          'workflow-automation',
          'website-development',
          'ai-chatbots',
          'seo-optimisation',
        ],
        more: 'Learn more',
        reasonsTitle: 'Why Choose {siteName}',
        reasons: [
          {
            title: 'Up to {efficiency} more efficient',
            text: 'Work that took a morning takes minutes. Clients see efficiency rise by up to {efficiency}, and by {bestGain} in some processes.',
          },
          {
            title: '{costSaving} lower cost',
            text: 'Automations and agents carry the routine, so a growing business does not need a growing back office.',
          },
          {
            title: 'Global and remote',
            text: 'We serve businesses worldwide, in {languages} languages, with support that is awake when you are.',
          },
          {
            title: 'A reply within {replyWithin}',
            text: 'Ask at any time. You reach someone who knows your set-up, not a queue.',
          },
        ],
        closing:
          'We build on the models of [OpenAI](https://openai.com/) and the voices of [ElevenLabs](https://elevenlabs.io/), and on whichever other provider fits your data and your budget.',
      },
    },
    {
      id: 'services',
      type: 'service-grid',
      props: {
        ground: 'raised',
        title: 'AI Powered',
        words: ['Voice Agents', 'Websites', 'Videos', 'Workflow Automations', 'Chatbots'],
        text: 'Five services that work alone and better together. Each starts with a free consultation and a fixed scope.',
        services: [
          'ai-chatbots',
          'workflow-automation',
          'website-development',
          'ai-video-production',
          'ai-voice-agents',
        ],
        ready: 'Ready in {timeline}',
        all: {
          text: 'Explore All Services',
          href: '/services',
        },
        demos: {
          chatQuestion: 'Can you move my Tuesday booking?',
          chatAnswer: 'Of course. Thursday at 10:00 or 14:30 is free.',
          workflow: ['Invoice arrives', 'Read and checked', 'Matched to order', 'Booked and paid'],
          call: 'On the line',
          callAnswer: '“Your table for four is booked.”',
        },
      },
    },
    {
      id: 'own-site',
      type: 'site-trial',
      props: {
        title: 'Try it on your own website',
        text: 'Enter its address. In under a minute you see an assistant that answers from your pages, your home page measured beside this one, and what could be automated.',
      },
    },
    {
      id: 'contact',
      type: 'contact',
      props: {
        title: 'Ready to Transform?',
        text: 'Tell us what takes too long. We will tell you, free of charge, what can be automated, what it costs and what it saves.',
        points: ['Free consultation', 'A reply within {replyWithin}', 'No obligation'],
      },
    },
    {
      id: 'share',
      type: 'share',
      props: {
        title: 'Know someone who should see this?',
        text: 'Discover how AI can transform your business: voice agents, chatbots, automation, websites and video.',
        linkedin: 'Share on LinkedIn',
        whatsapp: 'Share on WhatsApp',
        facebook: 'Share on Facebook',
        x: 'Share on Twitter',
      },
    },
  ],
}
