import type { PlanSlug } from '../figures.ts'

type PlanTexts = { name: string; pages: string; support: string; text: string; includes: readonly string[] }

const plans: Record<PlanSlug, PlanTexts> = {
  starter: {
    name: 'Starter',
    pages: '5 pages',
    support: '30-day support',
    text: 'For a business that needs to be found and to look the part.',
    includes: [
      'Design in your colours and words',
      'Contact form with consent and spam filter',
      'Search engine basics',
    ],
  },
  professional: {
    name: 'Professional',
    pages: '10 pages',
    support: '90-day support',
    text: 'For a site that works for you: blog, analytics and an assistant.',
    includes: [
      'All of Starter',
      'Blog that you write yourself',
      'AI assistant that answers from your pages',
      'Analytics without cookies',
    ],
  },
  enterprise: {
    name: 'Enterprise',
    pages: 'Unlimited pages',
    support: '1-year support',
    text: 'For web applications, several languages and your own systems.',
    includes: [
      'All of Professional',
      'Connections to your CRM, shop or ERP',
      'Several languages',
      'A person you know, on call for a year',
    ],
  },
}

export const websiteDevelopmentEn = {
  metaTitle: 'Website development',
  metaDescription:
    'Custom websites and web apps from {websiteFrom}, ready in {websiteTimeline}: fast on phones, found by search engines, with an AI assistant built in.',
  hero: {
    title: 'Websites that answer, load at once and get chosen',
    text: 'We design and build your site around what people come to do, then measure whether they do it. Ready in weeks, changed in minutes.',
    more: 'See the plans',
  },
  benefitsTitle: 'What you notice in the first month',
  benefits: [
    {
      title: 'It opens before the thumb moves on',
      text: 'Pages come finished from the server and carry almost no script. On a slow phone that is the difference between read and left.',
    },
    {
      title: 'It is found',
      text: 'Clean structure, real words and structured data on every page, so that search engines and AI assistants can quote you.',
    },
    {
      title: 'It talks back',
      text: 'An assistant that knows your services and prices answers at any hour and hands inquiries over to you.',
    },
  ],
  techTitle: 'Built with tools your next developer knows',
  techText: 'No page builder that holds you. The code is yours, documented, and runs wherever you like.',
  technologies: [
    'React',
    'TypeScript',
    'Next.js',
    'Tailwind CSS',
    'Node.js',
    'MongoDB',
    'AWS',
    'AI Integration',
  ],
  plansTitle: 'Three plans, fixed prices',
  plansText: 'Half on ordering, half on launch. What is not listed is quoted before it is built.',
  popular: 'Most chosen',
  plans,
  faq: [
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
        'A deposit of 50% when you order and the rest at launch. If it is not what we agreed, you can ask for a refund within 14 days.',
    },
  ],
}
