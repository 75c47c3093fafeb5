import type { StarterPage } from './starter-page.ts'

export const aiVideoProductionPage: StarterPage = {
  id: 'ai-video-production',
  kind: 'service',
  path: '/services/ai-video-production',
  name: 'AI Video Production',
  metaTitle: 'AI video production',
  description:
    'Professional AI-powered video: new videos in {service.timeline}, enhancement of your footage in {enhancementTime}, and {videoSaving} saved against a film crew.',
  service: {
    menuText: 'Professional AI-powered video content',
    summary:
      'Product films, explainers and social clips from script to final cut, in days and without a film crew.',
    bestFor: 'Showing a product or an idea, in every format your channels ask for',
    timeline: '3–5 business days',
    price: 'Save {videoSaving}',
    icon: 'clapperboard',
    demo: 'video',
  },
  blocks: [
    {
      id: 'head',
      type: 'service-hero',
      props: {
        title: 'Films that are finished this week',
        text: 'Product films, explainers, training and social clips. We write, voice, generate, cut and grade; you approve the script and the final cut.',
        ready: 'Ready in {timeline}',
        start: {
          text: 'Get Started',
          href: '#contact',
        },
        more: {
          text: 'Compare the cost',
          href: '#cost',
        },
        note: 'Free consultation. A person replies within {replyWithin}.',
        visual: 'timeline',
      },
    },
    {
      id: 'film',
      type: 'video',
      props: {
        ground: 'raised',
        title: 'Watch a page become a scene',
        text: 'From the script to the storyboard, the scene and its formats, in nineteen seconds.',
        src: '/samples/script-to-scene.mp4',
        poster: {
          src: '/samples/script-to-scene.webp',
          alt: 'A lake in the evening: a sailing boat, mountains in the last light, and lamps along a terrace.',
        },
        captions: '/samples/script-to-scene.vtt',
        language: 'en',
        published: '2026-11-23',
        play: 'Play',
        note: 'A sample for a restaurant that does not exist, drawn by a program and spoken by a synthetic voice. Your film has the look and the voice you choose.',
      },
    },
    {
      id: 'benefits',
      type: 'points',
      props: {
        ground: 'plain',
        title: 'What changes without a studio',
        points: [
          {
            title: 'Days instead of weeks',
            text: 'No casting, no location, no weather. A new video is delivered in {service.timeline}.',
          },
          {
            title: 'Save {videoSaving}',
            text: 'The money a crew and a studio would cost goes into the idea and the edit, where it shows.',
          },
          {
            title: 'One film, every format',
            text: 'Wide for the site, square for the feed, upright for stories, subtitled and spoken in {languages} languages.',
          },
          {
            title: 'Your look, kept',
            text: 'Colours, type and voice are set once and stay the same from clip to clip.',
          },
          {
            title: 'Changed in an hour',
            text: 'A new price, a new name, a new market: we re-render the scene instead of shooting it again.',
          },
          {
            title: 'Cleared for use',
            text: 'Voices, music and images come with rights for advertising. You get the list with the film.',
          },
        ],
      },
    },
    {
      id: 'options',
      type: 'options',
      props: {
        ground: 'raised',
        title: 'Two ways to work with us',
        options: [
          {
            name: 'New video',
            timeline: '{service.timeline}',
            text: 'From an idea or a page of notes to a finished film.',
            includes: [
              'Script and storyboard to approve',
              'Generated scenes, voice and music',
              'Cut, grading, subtitles',
              'Two rounds of changes',
            ],
          },
          {
            name: 'Video enhancement',
            timeline: '{enhancementTime}',
            text: 'Footage you already have, made ready to show.',
            includes: [
              'Sharper, steadier, cleaner sound',
              'New voice or language, with matching lips',
              'Backgrounds and logos replaced',
              'Cut to the formats you need',
            ],
          },
        ],
      },
    },
    {
      id: 'cost',
      type: 'comparison',
      props: {
        title: 'What it costs next to a film crew',
        text: 'The same minute of finished film, made in the usual way and made with us.',
        caption: 'Cost comparison for one minute of finished video',
        heads: {
          what: 'What you compare',
          ours: 'With AI production',
          theirs: 'With a film crew',
        },
        rows: [
          {
            what: 'Cost',
            ours: 'Save {videoSaving}',
            theirs: 'Crew, studio, actors, equipment',
          },
          {
            what: 'Time to delivery',
            ours: '{service.timeline}',
            theirs: '4–8 weeks',
          },
          {
            what: 'Further languages',
            ours: 'Included, {languages} to choose from',
            theirs: 'New voice actors, new recordings',
          },
          {
            what: 'Changes afterwards',
            ours: 'Within hours',
            theirs: 'Another day of shooting',
          },
          {
            what: 'Formats',
            ours: 'Wide, square, upright',
            theirs: 'Extra edits',
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
            question: 'Do the films look generated?',
            answer:
              'Not when we are done. A person chooses, cuts and grades every scene, and anything that looks wrong is made again. Real footage of your product can be mixed in.',
          },
          {
            question: 'Can we use the face and voice of our own people?',
            answer: 'Yes, with their written consent. Without it we do not clone anyone.',
          },
          {
            question: 'Who owns the film?',
            answer: 'You do, with the project files if you want them.',
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
