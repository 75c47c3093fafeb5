import type { StarterPage } from './starter-page.ts'

export const aboutPage: StarterPage = {
  id: 'about',
  kind: 'page',
  path: '/about',
  name: 'About',
  metaTitle: 'About',
  description:
    'The people behind the agents: a remote AI agency for businesses worldwide, available {hours}, in {languages} languages, with a reply within {replyWithin}.',
  shareTitle: 'About {siteName}',
  blocks: [
    {
      id: 'head',
      type: 'orb-hero',
      props: {
        title: 'About {siteName}',
        tagline: 'Intelligence that answers, people who answer for it.',
      },
    },
    {
      id: 'about',
      type: 'about',
      props: {
        missionTitle: 'Our Mission',
        mission: [
          'Small businesses lose customers to silence: the call nobody picked up, the mail that waited until Monday, the form that went nowhere. We build software that answers, and we stay responsible for what it says.',
          'We take current AI models, connect them to the tools a business already uses, and measure whether it really saves work. What does not help, we take out again.',
        ],
        contactTitle: 'Contact Information',
        email: 'Email',
        facts: [
          {
            name: 'Hours',
            value: '{hours}',
          },
          {
            name: 'Response',
            value: 'Within {replyWithin}',
          },
          {
            name: 'Location',
            value: 'Global, remote',
          },
        ],
        button: {
          text: 'Get Started',
          href: '/contact',
        },
        reasonsTitle: 'Why Choose {siteName}',
        reasons: [
          {
            title: 'Cutting-edge technology',
            text: 'We work with the newest models and voices and replace them when better ones appear. All you notice is the improvement.',
          },
          {
            title: '{hours} availability',
            text: 'Agents do not sleep, and we monitor them around the clock.',
          },
          {
            title: 'Global reach with {languages} languages',
            text: 'Your customers write and speak in their own language, and get their answers in it.',
          },
          {
            title: 'Rapid response within {replyWithin}',
            text: 'You write, and a person who knows your set-up replies within the hour, at any hour.',
          },
        ],
      },
    },
  ],
}
