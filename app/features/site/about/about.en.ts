export const aboutEn = {
  metaTitle: 'About',
  metaDescription:
    'The people behind the agents: a remote AI agency for businesses worldwide, awake 24/7, in 140+ languages, with a reply within 1 hour.',
  title: 'About {siteName}',
  tagline: 'Intelligence that answers, people who answer for it.',
  mission: {
    title: 'Our Mission',
    text: [
      'Small businesses lose customers to silence: the call nobody picked up, the mail that waited until Monday, the form that went nowhere. We build software that answers, and we stay responsible for what it says.',
      'We take current AI models, connect them to the tools a business already uses, and measure whether the work really gets less. What does not help is taken out again.',
    ],
  },
  why: {
    title: 'Why Choose {siteName}',
    points: [
      {
        title: 'Cutting-edge technology',
        text: 'We work with the newest models and voices, and swap them when a better one comes, without you noticing more than the improvement.',
      },
      {
        title: '24/7 availability',
        text: 'Agents do not sleep, and neither does the watch we keep over them.',
      },
      {
        title: 'Global reach with 140+ languages',
        text: 'Your customers write and speak as they are used to. So does what answers them.',
      },
      {
        title: 'Rapid response within 1 hour',
        text: 'You write, a person who knows your set-up replies. Within the hour, at any hour.',
      },
    ],
  },
  contact: {
    title: 'Contact Information',
    email: 'Email',
    hours: { name: 'Hours', value: '24/7' },
    response: { name: 'Response', value: 'Within 1 hour' },
    location: { name: 'Location', value: 'Global, remote' },
    action: 'Get Started',
  },
}
