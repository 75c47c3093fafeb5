import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'

import { FieldErrors } from '#app/platform/errors.ts'

import { cleanSvg } from './clean-svg.server.ts'
import { MAX_SVG } from './clean-svg.ts'

const svg = (inner: string, attributes = 'viewBox="0 0 40 20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`
const shape = '<path d="M0 0h40v20z" fill="#0a7d55"/>'

function refusalOf(source: string): string | undefined {
  try {
    cleanSvg(source)
    return undefined
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error
    return error.fields['logo']
  }
}

test('a drawing stays as it is drawn, in the size of the box', () => {
  const drawn = svg(
    '<defs><linearGradient id="a" x1="0" x2="1"><stop offset="0" stop-color="#f00"/></linearGradient></defs>' +
      '<g transform="rotate(4 1 1)" style="fill:url(#a);stroke:rgb(1,2,3)"><path d="M0 0h40v20z"/></g>',
  )
  expect(cleanSvg(drawn)).toEqual({
    width: 1024,
    height: 512,
    svg:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="1024" height="512">' +
      '<defs><linearGradient id="a" x1="0" x2="1"><stop offset="0" stop-color="#f00"/></linearGradient></defs>' +
      '<g transform="rotate(4 1 1)" fill="url(#a)" stroke="rgb(1,2,3)"><path d="M0 0h40v20z"/></g></svg>',
  })
})

test('a drawing as editors export it keeps its classes, and loses what is the editor’s', () => {
  const { svg: clean } = cleanSvg(
    `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" xmlns="http://www.w3.org/2000/svg" xmlns:sodipodi="http://sodipodi.example" width="40px" height="20px">
<sodipodi:namedview pagecolor="#fff"/><metadata>Somebody</metadata>
<style type="text/css"><![CDATA[ /* a note */ .st0{fill:#FF0000;} @import url(https://evil.example/x.css); ]]></style>
<g id="Ebene_1" sodipodi:role="x"><rect class="st0" width="40" height="20"/></g></svg>`,
  )
  expect(clean).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="512" viewBox="0 0 40 20">' +
      '<style>.st0{fill:#FF0000}</style><g id="Ebene_1"><rect class="st0" width="40" height="20"/></g></svg>',
  )
})

/** Matches everything that a served drawing must not contain: what runs, loads, links or frames something. */
const BANNED =
  /script|javascript|on[a-z]+=|foreignobject|https?:(?!\/\/www\.w3\.org\/2000\/svg")|data:|@import|<image|<iframe|<animate|<set|<filter|<!|entity|expression|\\/i

test.each([
  ['a script', `<script>alert(1)</script>${shape}`],
  [
    'a script of another prefix',
    `<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>${shape}`,
  ],
  ['a script in CDATA', `<script><![CDATA[alert(1)]]></script>${shape}`],
  ['a handler', '<path onload="alert(1)" onclick="alert(1)" d="M0 0h1"/>'],
  ['a handler in capitals', '<path ONLOAD="alert(1)" d="M0 0h1"/>'],
  [
    'another document',
    `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="x"/></foreignObject>${shape}`,
  ],
  ['HTML', `<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/>${shape}`],
  ['a link that runs', `<a href="javascript:alert(1)">${shape}</a>`],
  ['a link elsewhere', `<a xlink:href="https://evil.example">${shape}</a>`],
  ['a picture elsewhere', `<image href="https://evil.example/x.png"/>${shape}`],
  ['a picture within', `<image href="data:image/svg+xml;base64,PHN2Zy8+"/>${shape}`],
  ['a file elsewhere', `<use href="https://evil.example/x.svg#a"/>${shape}`],
  ['a drawing within', `<use xlink:href="data:image/svg+xml,%3Csvg%3E#a"/>${shape}`],
  ['a paint elsewhere', '<path fill="url(https://evil.example/x.svg#a)" d="M0 0h1"/>'],
  ['a style that loads', '<path style="fill:url(//evil.example/x)" d="M0 0h1"/>'],
  ['a style that hides what it loads', '<path style="fill:u\\72l(https://evil.example/x)" d="M0 0h1"/>'],
  [
    'a sheet that loads',
    `<style>path{fill:url("https://evil.example")} @import 'https://e.example';</style>${shape}`,
  ],
  ['a sheet that hides it', `<style>path{background:u\\72l(https://evil.example)}</style>${shape}`],
  ['a sheet that ends itself', `<style>&lt;/style>&lt;script>alert(1)&lt;/script></style>${shape}`],
  ['a title that is markup', `<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>${shape}`],
  ['an attribute that ends itself', '<path id="a&quot; onload=&quot;alert(1)" d="M0 0h1"/>'],
  ['an animation of an address', `<a><set attributeName="href" to="javascript:alert(1)"/>${shape}</a>`],
  ['a handler by animation', `<animate onbegin="alert(1)" attributeName="x" dur="1s"/>${shape}`],
  ['a filter', `<filter id="f"><feImage href="https://evil.example/x.png"/></filter>${shape}`],
  ['a processing instruction', `<?xml-stylesheet href="https://evil.example/x.css"?>${shape}`],
])('%s is left out, and the drawing stays', (_what, inner) => {
  const { svg: clean } = cleanSvg(svg(inner))
  expect(clean.replace(/<title>[^<]*<\/title>/, '')).not.toMatch(BANNED)
  expect(clean).toContain('<path')
  // The served drawing is well-formed.
  new SaxesParser().write(clean).close()
})

const uses = (levels: number, each: number) =>
  Array.from({ length: levels }, (_, level) => {
    const inner = level === 0 ? shape : `<use href="#l${level - 1}"/>`.repeat(each)
    return `<g id="l${level}">${inner}</g>`
  }).join('')

test.each([
  ['entities that unfold', '<!DOCTYPE svg [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>', '&b;', /entities/],
  [
    'an outer entity',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    '<text>&x;</text>',
    /entities/,
  ],
  ['an outer parameter', '<!DOCTYPE svg [<!ENTITY % x SYSTEM "http://evil.example">%x;]>', shape, /entities/],
  ['an entity that is not declared', '', `<text>&x;</text>${shape}`, /damaged/],
  ['parts that repeat one another', '', uses(12, 10), /repeat one another/],
  ['a part that draws itself', '', '<g id="a"><use href="#a"/></g>', /repeat one another/],
  [
    'a mask in a circle',
    '',
    '<mask id="a"><path mask="url(#b)" d="M0 0"/></mask><mask id="b"><path mask="url(#a)" d="M0 0"/></mask>',
    /repeat/,
  ],
  ['too many parts', '', shape.repeat(6000), /too many parts/],
  ['deep nesting', '', `${'<g>'.repeat(60)}${shape}${'</g>'.repeat(60)}`, /too many parts/],
  ['nothing to show', '', '<script/><image href="https://evil.example/x.png"/>', /draws nothing/],
  ['what is cut off', '', '<g>', /damaged/],
])('%s is refused', (_what, before, inner, sentence) => {
  expect(refusalOf(before + svg(inner))).toMatch(sentence)
})

test.each([
  '',
  'viewBox="0 0 0 0"',
  'viewBox="a b c d"',
  'viewBox="0 0 1e999 1"',
  'width="100%" height="100%"',
])('a drawing without a size (%s) is refused', (attributes) => {
  expect(refusalOf(svg(shape, attributes))).toMatch(/how large/)
})

test('what is no SVG is refused', () => {
  for (const source of [
    '<html><svg/></html>',
    '<x/>',
    'plain',
    '',
    '<svg',
    `<svg xmlns="other">${shape}</svg>`,
  ])
    expect(refusalOf(source), source).toBeDefined()
  expect(refusalOf(svg(shape, 'viewBox="0 0 4000 2"'))).toMatch(/16 times/)
})

test('a sheet of comments without end is read at once', () => {
  const css = '/*'.repeat(MAX_SVG / 4)
  expect(cleanSvg(svg(`<style>${css}</style>${shape}`)).svg).toContain('<style/>')
})
