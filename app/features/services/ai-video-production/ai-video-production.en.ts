import type { Comparison } from '../parts/comparison-table.tsx'

const cost: Comparison = {
  caption: 'Cost comparison for one minute of finished video',
  heads: ['What counts', 'With AI production', 'With a film crew'],
  rows: [
    ['Cost', 'Save {videoSaving}', 'Crew, studio, actors, equipment'],
    ['Time to delivery', '{videoTimeline}', '4-8 weeks'],
    ['Further languages', 'Included, 140+ to choose from', 'New speakers, new recordings'],
    ['Changes afterwards', 'Within hours', 'Another day of shooting'],
    ['Formats', 'Wide, square, upright', 'Extra edits'],
  ],
}

export const aiVideoEn = {
  metaTitle: 'AI video production',
  metaDescription:
    'Professional AI-powered video: new videos in {videoTimeline}, enhancement of your footage in 1-2 days, and {videoSaving} saved against a film crew.',
  hero: {
    title: 'Films that are finished this week',
    text: 'Product films, explainers, training and social clips. We write, voice, generate, cut and grade; you approve the script and the final cut.',
    more: 'Compare the cost',
  },
  benefitsTitle: 'Why teams stop booking studios',
  benefits: [
    {
      title: 'Days instead of weeks',
      text: 'No casting, no location, no weather. A new video is delivered in {videoTimeline}.',
    },
    {
      title: 'Save {videoSaving}',
      text: 'What a crew and a studio cost goes into the idea and the edit, where it shows.',
    },
    {
      title: 'One film, every format',
      text: 'Wide for the site, square for the feed, upright for stories, subtitled and spoken in 140+ languages.',
    },
    {
      title: 'Your look, kept',
      text: 'Colours, type and voice stay the same from clip to clip, because they are set once and reused.',
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
  optionsTitle: 'Two ways to work with us',
  options: [
    {
      name: 'New video',
      timeline: '{videoTimeline}',
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
      timeline: '1-2 days',
      text: 'Footage you already have, made fit to show.',
      includes: [
        'Sharper, steadier, cleaner sound',
        'New voice or language, lips in time',
        'Backgrounds and logos replaced',
        'Cut to the formats you need',
      ],
    },
  ],
  costTitle: 'What it costs beside a film crew',
  costText: 'The same minute of finished film, made in the usual way and made with us.',
  cost,
  faq: [
    {
      question: 'Do the films look generated?',
      answer:
        'Not when we let them out of the door. Every scene is chosen, cut and graded by a person, and what looks wrong is made again. Real footage of your product can be mixed in.',
    },
    {
      question: 'Can we use the face and voice of our own people?',
      answer: 'With their written consent, yes. Without it we do not clone anybody.',
    },
    {
      question: 'Who owns the film?',
      answer: 'You do, with the project files if you want them.',
    },
  ],
}
