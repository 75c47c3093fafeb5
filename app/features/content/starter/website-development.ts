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
    timeline: '2–8 weeks',
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
            title: 'It opens before they lose patience',
            text: 'Pages arrive finished from the server with almost no script. On a slow phone, that decides whether a visitor reads or leaves.',
            icon: 'gauge',
          },
          {
            title: 'It is found',
            text: 'Clear structure, plain words and structured data on every page, so that search engines and AI assistants can quote you.',
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
      id: 'figures',
      type: 'page-figures',
      props: {
        title: 'Measured, not promised',
        text: 'This site is built the way we would build yours, and these are its own figures, from its own analytics.',
        lcp: {
          name: 'Until the largest part of a page is seen',
          how: 'Or sooner in three of four visits: {visits} visits of the last 28 days, on all pages, measured in the visitors’ browsers (LCP).',
        },
        ttfb: {
          name: 'Until the first byte arrives',
          how: 'Or sooner in three of four visits: {visits} visits of the last 28 days, on all pages, with the way through the network (TTFB).',
        },
        script: {
          name: 'Script that this page loads by itself',
          how: 'Compressed, as it is sent. What you can try on a page loads more once you touch it or it comes into view.',
        },
        none: 'Not measured here yet.',
        asOf: 'As of {time}. Renewed hourly.',
      },
    },
    {
      id: 'tech',
      type: 'chips',
      props: {
        ground: 'raised',
        title: 'Built with tools your next developer knows',
        text: 'No page builder that locks you in. The code is yours, it is documented, and it runs wherever you like.',
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
        text: 'Half when you order, half at launch. Anything not listed is quoted before we build it.',
        popular: 'Our suggestion',
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
              'Everything in Starter',
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
              'Everything in Professional',
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
              'An hour to understand what the site must do, your logo and colours if you have them, and one person who can approve things. We write the first draft of every text.',
          },
          {
            question: 'Can we change things ourselves?',
            answer:
              'Yes. You change texts, posts and settings in an admin area made for people who do not program. For everything else you have support: 30 days, 90 days or a year, depending on the plan.',
          },
          {
            question: 'What happens after the support period?',
            answer:
              'The site keeps running and stays yours. You can extend support month by month or take the code to anyone else.',
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
