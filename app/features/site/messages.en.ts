/** Texts of §1, §2 and §9 of the specification are exact. */
export const siteEn = {
  nav: {
    label: 'Main',
    home: 'Home',
    services: 'Services',
    about: 'About',
    contact: 'Contact',
    blog: 'Blog',
    getStarted: 'Get Started',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    skip: 'Skip to content',
    logo: '{siteName}, home page',
  },
  footer: {
    label: 'Footer',
    blurb: 'AI voice agents, chatbots, automation, websites and video for businesses worldwide.',
    services: 'Services',
    company: 'Company',
    legal: 'Legal',
    about: 'About',
    blog: 'Blog',
    contact: 'Contact & Quote',
    terms: 'Terms & Conditions',
    privacy: 'Privacy Policy',
    admin: 'Admin Portal',
    socialLinkedin: '{siteName} on LinkedIn',
    socialX: '{siteName} on X',
    socialInstagram: '{siteName} on Instagram',
    copyright: '© {years} {siteName}. All rights reserved.',
  },
  home: {
    metaTitle: 'AI voice agents, chatbots and automation for business',
    metaDescription:
      'AI voice agents, chatbots, workflow automation, websites and video for businesses worldwide. 24/7 support, a reply within 1 hour, 140+ languages.',
    hero: {
      eyebrow: 'AI agency for businesses worldwide',
      before: 'Transform Your Business With',
      phrase: 'AI Innovation',
      text: 'We build the agents, assistants and automations that answer your customers and clear your desk, in 140+ languages and at any hour.',
      start: 'Start Your AI Journey',
      explore: 'Explore AI Services',
      note: 'Free consultation. A person replies within 1 hour.',
      scene: {
        caller: 'Incoming call, answered',
        when: 'Sunday, 22:47',
        question: 'Do you have anything free tomorrow? It’s urgent.',
        answer: 'Yes, 8:30 with Dr. Lang. I’ve booked it and sent you the address.',
        outcomes: ['Booked in the calendar', 'Record updated', 'Address sent by text'],
      },
    },
    claims: [
      { figure: '24/7', text: 'support, every day of the year' },
      { figure: '1 hour', text: 'until you have a reply' },
      { figure: '140+', text: 'languages spoken and written' },
      { figure: '90%', text: 'faster response to customers' },
    ],
    intro: {
      title: 'AI solutions that do a day’s work, every hour',
      text: 'An agency is only as good as what still runs a year later. We connect current AI models to the tools you already use, measure what changes, and stay on call.',
      partnersBefore: 'We build on the models of',
      partnersBetween: 'and the voices of',
      partnersAfter: ', and on whichever other provider fits your data and your budget.',
      modelPartner: 'OpenAI',
      voicePartner: 'ElevenLabs',
      learnMore: 'Learn more',
    },
    why: {
      title: 'Why Choose {siteName}',
      points: [
        {
          title: 'Up to 80% more efficient',
          text: 'Work that took a morning takes minutes. Clients see efficiency rise by up to 80%, in some processes by 300%.',
        },
        {
          title: '40% lower cost',
          text: 'Automations and agents carry the routine, so that a growing business does not need a growing back office.',
        },
        {
          title: 'Global and remote',
          text: 'We serve businesses worldwide, in 140+ languages, with support that is awake when you are.',
        },
        {
          title: 'A reply within 1 hour',
          text: 'Ask at any time. You reach someone who knows your set-up, not a queue.',
        },
      ],
    },
    services: {
      prefix: 'AI Powered',
      words: ['Voice Agents', 'Websites', 'Videos', 'Workflow Automations', 'Chatbots'],
      text: 'Five services that work alone and better together. Each starts with a conversation and a fixed scope.',
      ready: 'Ready in {timeline}',
      explore: 'Explore All Services',
      demos: {
        chatQuestion: 'Can you move my Tuesday booking?',
        chatAnswer: 'Of course. Thursday at 10:00 or 14:30 is free.',
        workflow: ['Invoice arrives', 'Read and checked', 'Matched to order', 'Booked and paid'],
        call: 'On the line',
        callAnswer: '“Your table for four is booked.”',
      },
    },
    contact: {
      title: 'Ready to Transform?',
      text: 'Tell us what takes too long. We will tell you, free of charge, what can be automated, what it costs and what you save.',
      points: [
        'Free consultation',
        'A reply within 1 hour',
        'No obligation, no sales calls you did not ask for',
      ],
    },
    share: {
      title: 'Know someone who should see this?',
      text: 'Discover how AI can transform your business: voice agents, chatbots, automation, websites and video.',
      linkedin: 'Share on LinkedIn',
      whatsapp: 'Share on WhatsApp',
      facebook: 'Share on Facebook',
      twitter: 'Share on Twitter',
    },
  },
  contact: {
    metaTitle: 'Contact',
    metaDescription:
      'Get in touch for a free consultation on AI voice agents, chatbots, automation, websites and video. We reply within 1 hour, 24/7.',
    title: 'Get In Touch',
    text: 'Ready to transform your business with AI? Tell us where you are and where you want to be. The first consultation is free.',
    cards: {
      email: { title: 'Email', text: 'Write to us directly' },
      hours: { title: 'Business hours', value: '24/7', text: '24/7 AI-powered support' },
      response: { title: 'Response time', value: 'Within 1 hour', text: 'At any time of the day' },
      location: { title: 'Location', value: 'Global, remote', text: 'We work with businesses worldwide' },
    },
    methods: {
      title: 'Contact Methods',
      form: {
        title: 'Contact form',
        badge: 'Primary',
        text: 'The quickest way to an answer that fits your case.',
      },
      email: { title: 'Direct email', text: 'For attachments and longer threads.' },
      chat: { title: 'AI chatbot', text: 'For instant queries about services, prices and timelines.' },
    },
    formTitle: 'Send us a message',
  },
  notFound: {
    title: 'Oops! Page not found',
    text: 'The page you are looking for has moved or never was.',
    home: 'Return to Home',
  },
  error: {
    title: 'Something went wrong',
    text: 'This page could not be shown. The fault is ours and has been logged; please try again in a moment.',
    request: 'Request {requestId}',
    home: 'Return to Home',
  },
}

export type SiteMessages = typeof siteEn
