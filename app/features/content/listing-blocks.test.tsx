import { expect, test } from 'vitest'

import { renderBlocks } from '#tests/support/render-blocks.tsx'

import { findBlockType } from './blocks.ts'
import { leaveOutEmpty } from './leave-out-empty.ts'
import { type PageBlock, parseBlock } from './parse-block.ts'

const site = { siteName: 'Kiln & Co', publicUrl: 'https://kiln.example' }

function shownBlock(type: string, props: Record<string, unknown>): PageBlock | null {
  const parsed = parseBlock({ id: 'it', type, version: 1, props })
  if ('fault' in parsed) throw new Error(parsed.fault)
  const shown = leaveOutEmpty(parsed.blockType.schema, parsed.block.props)
  return shown && { ...parsed.block, props: shown }
}

async function htmlOf(type: string, props: Record<string, unknown>, around = {}): Promise<string> {
  const block = shownBlock(type, { title: 'Title', ...props })
  return block ? renderBlocks([block], around) : ''
}

function dataOf(type: string, props: Record<string, unknown>): object[] {
  const block = shownBlock(type, { title: 'Title', ...props })
  return block ? (findBlockType(type)?.structuredData?.(block.props as never, site) ?? []) : []
}

const organization = { '@type': 'Organization', name: site.siteName, url: site.publicUrl }

test.each(['testimonials', 'case-studies', 'logos', 'team', 'numbers', 'video'])(
  'the block %s is hidden while it has no entries, and tells search engines nothing',
  async (type) => {
    expect(await htmlOf(type, {})).toBe('')
    expect(dataOf(type, {})).toEqual([])
  },
)

test('an entry without its required text is left out', async () => {
  const entries = [{ quote: 'Quick.', name: '' }]
  expect(await htmlOf('testimonials', { entries })).toBe('')
  expect(await htmlOf('team', { people: [{ name: '', role: 'Potter' }] })).toBe('')
  expect(await htmlOf('numbers', { numbers: [{ figure: '', text: 'pots' }] })).toBe('')
})

test('a quotation is shown with its author, and told as a review', async () => {
  const entries = [{ quote: 'They listen.', name: 'Ada Example', role: 'Potter' }]
  expect(await htmlOf('testimonials', { entries })).toMatch(/They listen\..*Ada Example.*Potter/s)
  expect(dataOf('testimonials', { entries })).toEqual([
    {
      '@type': 'Review',
      reviewBody: 'They listen.',
      author: { '@type': 'Person', name: 'Ada Example' },
      itemReviewed: organization,
    },
  ])
})

test('published case studies are listed with their descriptions', async () => {
  const caseStudies = [{ path: '/work/kiln', name: 'A kiln', description: 'Fired at night.' }]
  const html = await htmlOf('case-studies', { more: 'Read more' }, { caseStudies })
  expect(html).toMatch(/href="\/work\/kiln".*A kiln.*Fired at night\..*Read more/s)
})

test('a logo without a picture is its name', async () => {
  const html = await htmlOf('logos', { entries: [{ name: 'Anvil Ltd', href: 'https://anvil.example' }] })
  expect(html).toMatch(/href="https:\/\/anvil\.example".*Anvil Ltd/s)
})

test('people are told as persons who work for the business', () => {
  const people = [
    { name: 'Ada', role: 'Potter', profile: { text: 'Profile', href: 'https://a.example/ada' } },
  ]
  expect(dataOf('team', { people })).toEqual([
    {
      '@type': 'Person',
      name: 'Ada',
      jobTitle: 'Potter',
      sameAs: ['https://a.example/ada'],
      worksFor: organization,
    },
  ])
})

test('a video is the browser’s own, loads nothing before it is played, and is told with its picture and day', async () => {
  const id = '01900000-0000-7000-8000-000000000000'
  const props = {
    src: 'https://media.example/film.mp4',
    captions: 'https://media.example/film.vtt',
    language: 'en',
    poster: { src: `/images/${id}/960x540.webp`, alt: '' },
    published: '2026-05-31',
  }
  const html = await htmlOf('video', props)
  expect(html).toMatch(
    /<video [^>]*controls=""[^>]*preload="none"[^>]*src="https:\/\/media\.example\/film\.mp4"/,
  )
  expect(html).toMatch(/<video [^>]*crossorigin="anonymous"/i)
  expect(html).toMatch(/<track kind="captions" src="[^"]+" label="English" srcLang="en"/i)
  expect(html).toMatch(/<img [^>]*loading="lazy"/)
  expect(html.replace(/<noscript>.*<\/noscript>/s, '')).not.toContain(' poster=')
  expect(html).toMatch(/<noscript><video [^>]*poster="/)
  expect(html).not.toContain('<script')
  expect(dataOf('video', props)).toEqual([
    {
      '@type': 'VideoObject',
      name: 'Title',
      contentUrl: props.src,
      thumbnailUrl: `https://kiln.example/images/${id}/960x540.webp`,
      uploadDate: '2026-05-31',
    },
  ])
})

test.each([
  ['de', 'Deutsch'],
  ['pt-BR', 'português (Brasil)'],
  ['', 'Captions'],
  ['no language at all', 'Captions'],
])('captions in %j are listed as %s, and those of this site need no leave', async (language, label) => {
  const html = await htmlOf('video', { src: '/samples/film.mp4', captions: '/samples/film.vtt', language })
  expect(html).toContain(`label="${label}"`)
  expect(html).not.toMatch(/crossorigin/i)
})

test.each([
  'http://a.example/x.mp4',
  '/samples/../x.mp4',
  '/samples/film.mp4?x',
  '/film.mp4',
  'javascript:x',
  'data:video/mp4,x',
  'https:// a/x',
])('a video cannot lie at %s', (src) => {
  const parsed = parseBlock({ id: 'it', type: 'video', version: 1, props: { title: 'T', src } })
  expect(parsed).toEqual({ fault: 'src: Please enter an address with https://.' })
})
