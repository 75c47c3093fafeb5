import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { assertDefined } from '../app/lib/assert-defined.ts'

import { type Grammar, repeated } from './grammar.ts'

const html = (body: string) =>
  `<!doctype html><html><head><title>A</title></head><body><article>${body}</article></body></html>`
const prose = 'A sentence of some length, with commas, that a reader would take for text. '

const pages: Readonly<Record<string, (bytes: number) => string>> = {
  'tags in tags': (n) => html(`${repeated('<div>', n)}Text`),
  'formatting that is left open': (n) => html(repeated('<b><i><a href=x>', n)),
  'tables in tables': (n) => html(repeated('<table><tr><td>', n)),
  'tags beside each other': (n) => html(repeated('<p>a</p>', n)),
  'a list of links': (n) => html(repeated('<li><a href="/a">a</a></li>', n)),
  'attributes of a tag': (n) =>
    html(`<p ${Array.from({ length: Math.floor(n / 8) }, (_, i) => `a${i}=b`).join(' ')}>Text</p>`),
  'a long attribute': (n) => html(`<p class="${repeated('a ', n)}">Text</p>`),
  prose: (n) => html(`<p>${repeated(prose, n)}</p>`),
  'paragraphs of prose': (n) => html(repeated(`<p>${prose}${prose}</p>`, n)),
  headings: (n) => html(repeated('<h2>a</h2>', n)),
  'comments left open': (n) => html(repeated('<!-- ', n)),
  entities: (n) => html(repeated('&amp;&lt', n)),
  'scripts left open': (n) => html(repeated('<script>', n)),
  drawings: (n) => html(repeated('<svg><math>', n)),
  '< repeated': (n) => html('<'.repeat(n)),
  'one long word': (n) => html(`<p>${'x'.repeat(n)}</p>`),
  blanks: (n) => html(`<p>a${' '.repeat(n)}b</p>`),
  'a title without end': (n) => `<title>${repeated('a ', n)}`,
  selects: (n) => html(repeated('<select><option>', n)),
  'nested lists': (n) => html(repeated('<ul><li>', n)),
}

export async function pageGrammars(): Promise<{ grammars: Grammar[]; close(): void }> {
  const bodies = new Map<string, string>()
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(bodies.get(assertDefined(request.url, 'every request to a server has one')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  const grammars = Object.entries(pages).map(([what, page]): Grammar => ({
    route: 'POST /admin/knowledge',
    what: `page: ${what}`,
    who: 'owner',
    sizes: { from: 4096, to: 1024 * 1024, unit: 'B' },
    goesOn: true,
    send(attacker, size) {
      const path = `/${attacker.unique()}`
      bodies.clear()
      bodies.set(path, page(size))
      const fields = { intent: 'url', url: `http://127.0.0.1:${port}${path}` }
      return attacker.form('/admin/knowledge', new URLSearchParams(fields).toString(), 'owner')
    },
  }))
  return { grammars, close: () => server.close() }
}
