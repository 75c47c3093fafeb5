import fc from 'fast-check'
import { expect, test } from 'vitest'

import { checkDocument } from '../pages/check-document.ts'
import { faultOfPath } from '../pages/page-path.ts'

import { propose } from './propose.ts'
import { pathFor } from './propose-page.ts'
import { readSitePage } from './read-site-page.server.ts'
import { type SitePage, squeezed } from './site-page.ts'

const page = (body: string, { url = 'https://kiln.example/', head = '' } = {}): SitePage =>
  readSitePage({
    bytes: new TextEncoder().encode(`<html><head>${head}</head><body>${body}</body></html>`),
    contentType: 'text/html; charset=utf-8',
    url,
  })

const [home] = [
  page(
    `<header><a href="/"><img src="/logo.png" alt="Kiln logo"></a><nav><a href="/services/firing">Firing</a><a href="/about">About</a><a href="https://other.example/">Other</a></nav></header>
     <main><h1>Pots fired at night</h1><p>We fire your pots while you sleep.</p>
     <h2>How it works</h2><p>Bring them by 6.</p><ul><li>Load</li><li>Fire</li></ul><p>12. May is our day off.</p>
     <h2>Prices</h2><p>From €40 to € 1.200 a load, {really} *so*.</p>
     <details><summary>Do you deliver?</summary><p>Within 30 km.</p></details></main>
     <footer><a href="tel:+441234567890">01234 567890</a> <a href="mailto:fire@kiln.example?subject=x">Write</a><address>1 Oven Lane, Stoke</address></footer>`,
    {
      head: `<title>Kiln &amp; Co</title><meta name="description" content="Pots fired at night in Stoke."><meta property="og:site_name" content="Kiln &amp; Co"><meta name="theme-color" content="#884422"><style>a{color:#117755}b{color:#117755}i{color:#777777}</style>`,
    },
  ),
]

test('a page becomes a head, texts below their headings and questions, in its own words', () => {
  const { pages, name, facts, menu, colours, logo } = propose('https://kiln.example/', [home], [])
  expect(name?.text).toBe('Kiln & Co')
  const [proposed] = pages
  expect(proposed?.path).toBe('/start')
  expect(proposed?.document).toMatchObject({
    name: 'Pots fired at night',
    metaTitle: 'Kiln & Co',
    description: 'Pots fired at night in Stoke.',
    blocks: [
      {
        type: 'page-head',
        props: { title: 'Pots fired at night', text: 'We fire your pots while you sleep.' },
      },
      {
        type: 'rich-text',
        props: {
          title: 'How it works',
          text: 'Bring them by 6.\n\n- Load\n- Fire\n\n12.\u00A0May is our day off.',
        },
      },
      { type: 'rich-text', props: { title: 'Prices', text: 'From €40 to € 1.200 a load, { really} ∗so∗.' } },
      { type: 'faq', props: { entries: [{ question: 'Do you deliver?', answer: 'Within 30 km.' }] } },
    ],
  })
  expect(facts.map(({ name: fact, value }) => [fact, value])).toEqual([
    ['phone', '01234 567890'],
    ['email', 'fire@kiln.example'],
    ['address', '1 Oven Lane, Stoke'],
    ['priceText', '€40'],
    ['priceText2', '€ 1.200'],
  ])
  expect(menu.map(({ text }) => text)).toEqual(['Firing', 'About'])
  expect(colours.map(({ text }) => text)).toEqual(['#884422', '#117755'])
  expect(logo?.text).toBe('https://kiln.example/logo.png')
  expect(proposed?.sentences.every(({ url }) => url === 'https://kiln.example/')).toBe(true)
})

test('a form around the whole page is read without its fields, one to write with is not', () => {
  const written = '<h2>Open</h2><p>We open at <b>6</b>.</p>'
  const fields = `<input type="hidden" name="__VIEWSTATE" value="${'x'.repeat(20_000)}"><select><option>Stoke</option></select><button>Go</button>`
  const read = (body: string) => {
    const { sections, body: markdown } = page(body)
    return { headings: sections.map(({ heading }) => heading), markdown }
  }
  const whole = { headings: ['Open'], markdown: '## Open\n\nWe open at **6**.' }
  expect(read(`<form id="aspnetForm">${fields}<div>${written}</div></form>`)).toEqual(whole)
  expect(read(`<form><div><h1>Kiln</h1></div>${written}</form>`)).toEqual(whole)
  const contact = '<form><h3>Write to us</h3><label>Name <input name="name"></label></form>'
  expect(read(`${written}${contact}`)).toEqual(whole)
  expect(read(`<form><nav></nav>${written}${contact}</form>`)).toEqual(whole)
})

test('figures that stand side by side stay apart, and one within a word stays whole', () => {
  const plans = page(
    '<main><h2>Plans</h2><div><span>$2,999</span><span>5 pages</span></div><p>$1,<b>200</b> for 10</p></main>',
  )
  const { pages, facts } = propose('https://kiln.example/', [plans], [])
  expect(facts.map(({ value }) => value)).toEqual(['$2,999', '$1,200'])
  expect(JSON.stringify(pages)).toContain('$2,999 5 pages')
  expect(JSON.stringify(pages)).toContain('$1,200 for 10')
})

test('a service is known by its path, an article by its kind, and a form brings the contact form', () => {
  const firing = page('<h1>Firing</h1><p>From £40.</p>', {
    url: 'https://kiln.example/services/firing.html',
    head: '<meta name="description" content="We fire.">',
  })
  const article = page('<article><h1>New oven</h1><h2>Why</h2><p>It is *hot* [really].</p></article>', {
    url: 'https://kiln.example/blog/new-oven',
  })
  const contact = page('<h1>Write</h1><form><textarea></textarea></form>', {
    url: 'https://kiln.example/contact',
  })
  const { pages, posts } = propose('https://kiln.example/', [firing, article, contact], [])
  expect(pages[0]).toMatchObject({
    kind: 'service',
    path: '/services/firing',
    document: { service: { summary: 'We fire.', price: '£40', currency: 'GBP' } },
  })
  expect(posts).toMatchObject([
    {
      title: 'New oven',
      content: '## Why\n\nIt is \\*hot\\* \\[really\\].',
      url: 'https://kiln.example/blog/new-oven',
    },
  ])
  expect(pages[1]?.document).toMatchObject({ blocks: [{ type: 'page-head' }, { type: 'contact' }] })
})

/** Returns every text of a value that a page would show. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    ['id', 'type', 'currency', 'url', 'path', 'kind'].includes(key) ? [] : textsOf(each),
  )
}

const words = fc.constantFrom(
  'Ada Lovelace',
  'from $99',
  '24/7',
  'Ümlaut & Söhne',
  '1.',
  '- x',
  '# y',
  '{replyWithin}',
  '**b**',
  '140+',
  '<i>it</i>',
  '“q”',
  'مرحبا',
  '日本',
  '[a](javascript:x)',
  'a',
)
const sentence = fc.array(words, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' '))
const element = fc.tuple(
  fc.constantFrom(
    ...'h1 h2 h3 p div span td address summary details a strong b'.split(' '),
    '<ul><li>*</li></ul>',
    '<ol><li>*<ul><li>*</li></ul></li></ol>',
    '<table><tr><td>*<td>*</table>',
    '<p>a <a href="/p(1)?q={x}">*</a> <b>*</b>.</p>',
    '<b><a href="#x">*</a><p>*</p></b>',
  ),
  sentence,
)
const html = fc
  .array(element, { maxLength: 25 })
  .map((parts) =>
    parts
      .map(([name, text]) =>
        name.startsWith('<') ? name.replaceAll('*', () => text) : `<${name}>${text}</${name}>`,
      )
      .join(''),
  )

/** Takes away what the reading adds. */
const wordsOf = (piece: string) =>
  piece
    .replace(/^(?:-|\d+\.) /, '')
    .replaceAll('**', '')
    .replaceAll(/\[([^\]]*)\]\(https:\/\/kiln\.example\/p%281%29\?q=%7bx}\)/g, '$1')
    .replaceAll('{ ', '{')
    .replaceAll('∗', '*')

test('bold words, links, inner lists, numbers and rows stay', () => {
  const read = page(
    `<main><h1>A</h1><h2>B</h2><p>See <a href="/prices">our <b>prices</b></a>, <strong>from €40</strong>.</p>
     <ol><li>Load<ul><li>Cups</li></ul></li><li>Fire</li></ol><ol><li>Cool</li><li>Pack</li></ol>
     <table><tr><th>Size</th><th>Price</th></tr><tr><td>Small</td><td>€40</td><td>1 day</td></tr></table></main>`,
  )
  expect(propose('https://kiln.example/', [read], []).pages[0]?.document).toMatchObject({
    blocks: [
      { type: 'page-head' },
      {
        props: {
          text: 'See [our prices](https://kiln.example/prices), **from €40**.\n\n- Load\n- Cups\n- Fire\n\n1. Cool\n2. Pack\n\n- Size: Price\n- Small: €40 · 1 day',
        },
      },
    ],
  })
})

test('a page that is laid out in a table keeps its headings', () => {
  const read = page(
    '<h1>A</h1><table><tr><td><a href="/b">B</a></td><td><h2>Us</h2><p>We fire <b>pots</b>.</p></td></tr></table>',
  )
  expect(propose('https://kiln.example/', [read], []).pages[0]?.document['blocks']).toMatchObject([
    { type: 'page-head', props: { text: 'B' } },
    { type: 'rich-text', props: { title: 'Us', text: 'We fire **pots**.' } },
  ])
})

test('no figure, price or name is proposed that does not stand on the page, and every draft can be stored', () => {
  fc.assert(
    fc.property(html, sentence, (body, title) => {
      const read = page(body, { url: 'https://kiln.example/services/x', head: `<title>${title}</title>` })
      const { pages, posts, facts } = propose('https://kiln.example/', [read], [])
      for (const { document, sentences } of pages) {
        const checked = checkDocument({ ...document, name: document['name'] || 'x' }, new Set())
        expect('faults' in checked ? checked.faults : {}).toEqual({})
        for (const text of [...textsOf(document), ...sentences.map((each) => each.text)])
          for (const piece of text.split(/\n|: | · /)) expect(read.whole).toContain(squeezed(wordsOf(piece)))
      }
      for (const { value } of facts) expect(read.whole).toContain(squeezed(value))
      expect(posts).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('every path becomes one that a page may have, or is told apart later', () => {
  fc.assert(
    fc.property(fc.webPath(), (path) => {
      const fault = faultOfPath(pathFor(path || '/'))
      if (fault !== null) expect(fault).toMatch(/reserved for|redirects to/)
    }),
  )
  expect(pathFor('/Über-uns/index.html')).toBe('/uber-uns')
  expect(pathFor('/%C3%9Cber')).toBe('/uber')
})

test('what visitors do not see is not read, but what a control opens is, and consent is not asked again', () => {
  const { sections, body } = page(
    `<div class="cookie-banner"><p>We use cookies.</p></div><dialog><p>Sign up!</p></dialog>
     <main><h1>Pots</h1><p>We fire.</p><div hidden><p>Old price</p></div><p style="color:red; display: none">Draft</p>
     <div style="display:flex">Nightly.</div><button aria-controls="more">More</button><div id="more" hidden>Every pot.</div>
     <div class="cookie-jars">We sell jars.</div></main>`,
  )
  const said = ['We fire.', 'Nightly.', 'Every pot.', 'We sell jars.']
  expect(sections.flatMap(({ parts }) => parts)).toEqual(said.map((text) => ({ kind: 'paragraph', text })))
  expect(body).toBe(said.join('\n\n'))
})

test('of several articles the one with most words is read, and all if they are alike', () => {
  const teaser = '<article><p>Act now.</p></article>'
  const long = '<article><h1>Clay</h1><p>Clay is dug, washed, and kept wet for a year.</p></article>'
  expect(page(`${teaser}${long}${teaser}`).body).toBe('Clay is dug, washed, and kept wet for a year.')
  expect(page(`${teaser}<article><p>Read us.</p></article>`).body).toBe('Act now.\n\nRead us.')
  expect(page(`${teaser}<div role="main"><p>This.</p></div>`).body).toBe('This.')
})
