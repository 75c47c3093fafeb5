import type { StarterPage } from './starter-page.ts'

export const websiteDevelopmentPage: StarterPage = {
  id: 'website-development',
  kind: 'service',
  path: '/services/website-development',
  name: 'Website Development',
  metaTitle: 'Website development',
  description:
    'Custom websites and web apps from {service.priceFrom}, ready in {service.timeline}: fast on phones, found by search engines, with an AI assistant built in.',
  service: {
    menuText: 'Custom web design and development',
    summary:
      'Fast, accessible sites and web apps, designed around what your customers came to do and built to be changed.',
    bestFor: 'A site that is found, loads at once and turns visitors into inquiries',
    timeline: '2-8 weeks',
    priceFrom: 2999,
    icon: 'code',
    demo: 'site',
  },
  blocks: [
    {
      id: 'head',
      type: 'service-hero',
      props: {
        title: 'Websites that answer, load at once and get chosen',
        text: 'We design and build your site around what people come to do, then measure whether they do it. Ready in weeks, changed in minutes.',
        ready: 'Ready in {timeline}',
        start: {
          text: 'Get Started',
          href: '#contact',
        },
        more: {
          text: 'See the plans',
          href: '#plans',
        },
        note: 'Free consultation. A person replies within {replyWithin}.',
        visual: 'layers',
      },
    },
    {
      id: 'benefits',
      type: 'points',
      props: {
        ground: 'plain',
        title: 'What you notice in the first month',
        hasIcons: true,
        points: [
          {
            title: 'It opens before the thumb moves on',
            text: 'Pages come finished from the server and carry almost no script. On a slow phone that is the difference between read and left.',
            icon: 'gauge',
          },
          {
            title: 'It is found',
            text: 'Clean structure, real words and structured data on every page, so that search engines and AI assistants can quote you.',
            icon: 'scan',
          },
          {
            title: 'It talks back',
            text: 'An assistant that knows your services and prices answers at any hour and hands inquiries over to you.',
            icon: 'message',
          },
        ],
      },
    },
    {
      id: 'tech',
      type: 'chips',
      props: {
        ground: 'raised',
        title: 'Built with tools your next developer knows',
        text: 'No page builder that holds you. The code is yours, documented, and runs wherever you like.',
        names: [
          'React',
          'TypeScript',
          'Next.js',
          'Tailwind CSS',
          'Node.js',
          'MongoDB',
          'AWS',
          'AI Integration',
        ],
      },
    },
    {
      id: 'plans',
      type: 'plans',
      props: {
        title: 'Three plans, fixed prices',
        text: 'Half on ordering, half on launch. What is not listed is quoted before it is built.',
        popular: 'Most chosen',
        choose: 'Get Started',
        plans: [
          {
            id: 'starter',
            name: 'Starter',
            text: 'For a business that needs to be found and to look the part.',
            price: 2999,
            includes: [
              '5 pages',
              '30-day support',
              'Design in your colours and words',
              'Contact form with consent and spam filter',
              'Search engine basics',
            ],
          },
          {
            id: 'professional',
            name: 'Professional',
            text: 'For a site that works for you: blog, analytics and an assistant.',
            price: 5999,
            isPopular: true,
            includes: [
              '10 pages',
              '90-day support',
              'All of Starter',
              'Blog that you write yourself',
              'AI assistant that answers from your pages',
              'Analytics without cookies',
            ],
          },
          {
            id: 'enterprise',
            name: 'Enterprise',
            text: 'For web applications, several languages and your own systems.',
            price: 12999,
            includes: [
              'Unlimited pages',
              '1-year support',
              'All of Professional',
              'Connections to your CRM, shop or ERP',
              'Several languages',
              'A person you know, on call for a year',
            ],
          },
        ],
      },
    },
    {
      id: 'faq',
      type: 'faq',
      props: {
        title: 'Questions and answers',
        entries: [
          {
            question: 'How long does a website take?',
            answer:
              'Between 2 and 8 weeks. A Starter site is usually online after 2 to 3 weeks, a web application takes up to 8. You get dates with the offer.',
          },
          {
            question: 'What do you need from us?',
            answer:
              'An hour to understand what the site must do, your logo and colours if there are any, and one person who can say yes. We write first drafts of all texts.',
          },
          {
            question: 'Can we change things ourselves?',
            answer:
              'Yes. Texts, posts and settings are changed in an admin area made for people who do not program. For everything else you have support: 30 days, 90 days or a year, depending on the plan.',
          },
          {
            question: 'What happens after the support period?',
            answer:
              'The site keeps running and stays yours. You can extend support by the month or take the code to anyone else.',
          },
          {
            question: 'What are the terms of payment?',
            answer:
              'A deposit of {deposit} when you order and the rest at launch. If it is not what we agreed, you can ask for a refund within {refundDays} days.',
          },
        ],
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
