import { type Grammar, repeated, worstOf } from './grammar.ts'
import { allSurfaces, fill } from './surface.ts'

const names: Readonly<Record<string, Readonly<Record<string, (bytes: number) => string>>>> = {
  cookie: {
    'many cookies': (n) => repeated('a=b; ', n),
    'one long cookie': (n) => `foyer_session=${'x'.repeat(n)}`,
    'the same cookie': (n) => repeated('foyer_session=x; ', n),
    'semicolons alone': (n) => ';'.repeat(n),
    'quotes and escapes': (n) => `a="${repeated('\\"%41', n)}`,
  },
  'accept-encoding': {
    'a long list': (n) => repeated('br;q=0.1, ', n),
    'long weights': (n) => `br;q=0.${'9'.repeat(n)}`,
    commas: (n) => ','.repeat(n),
    'blanks between': (n) => `gzip${' '.repeat(n)};q=1`,
  },
  'accept-language': {
    'a long list': (n) => repeated('de-DE;q=0.1, ', n),
    hyphens: (n) => repeated('a-', n),
  },
  accept: { 'a long list': (n) => repeated('text/html;q=0.1, ', n) },
  'if-none-match': {
    'a long list': (n) => repeated('W/"a", ', n),
    quotes: (n) => '"'.repeat(n),
    commas: (n) => repeated(', ', n),
  },
  'if-modified-since': { digits: (n) => '9'.repeat(n), words: (n) => repeated('Mon, ', n) },
  range: {
    'many ranges': (n) => `bytes=${repeated('0-1,', n)}`,
    'long numbers': (n) => `bytes=0-${'9'.repeat(n)}`,
  },
  'x-forwarded-for': { 'many addresses': (n) => repeated('1.2.3.4, ', n), colons: (n) => ':'.repeat(n) },
  forwarded: { 'many hops': (n) => repeated('for="[::1]";by=a, ', n) },
  'x-request-id': { letters: (n) => 'x'.repeat(n) },
  'user-agent': { slashes: (n) => repeated('Mozilla/5.0 (', n), letters: (n) => 'x'.repeat(n) },
  referer: { 'a long address': (n) => `http://a.example/?${repeated('a=b&', n)}` },
  origin: { 'a long address': (n) => `http://${repeated('a.', n)}` },
  'content-type': { parameters: (n) => `application/x-www-form-urlencoded${repeated('; a=b', n)}` },
  'sec-fetch-site': { letters: (n) => 'x'.repeat(n) },
  authorization: { 'a long token': (n) => `Bearer ${'x'.repeat(n)}` },
  host: { dots: (n) => repeated('a.', n), digits: (n) => `a:${'9'.repeat(n)}` },
}

/** A cached page, an uncached one, an endpoint of scripts, a file and a write. */
const places = [
  '/',
  '/blog/search?q=a',
  '/api/countries',
  '/favicon.svg',
  '/admin/login',
  'POST /api/inquiries',
  'POST /api/pulse',
]

export function headerGrammars(): Grammar[] {
  return [...methodGrammars(), ...places.flatMap(grammarsAt)]
}

function methodGrammars(): Grammar[] {
  const methods = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH']
  return allSurfaces().map(({ path, who }) => ({
    route: `any ${path}`,
    what: 'other methods',
    who,
    sizes: { from: 1, to: 1, unit: 'parts' },
    async send(attacker) {
      const answers = await Promise.all(
        methods.map((method) => attacker.send({ method, path: fill(path), as: who })),
      )
      return worstOf(answers)
    },
  }))
}

function grammarsAt(place: string): Grammar[] {
  const [path = '', method = 'GET'] = place.split(' ').toReversed()
  return Object.entries(names).flatMap(([header, shapes]) =>
    Object.entries(shapes).map(([what, text]): Grammar => ({
      route: `${method} ${path}`,
      what: `${header}: ${what}`,
      who: 'stranger',
      sizes: { from: 1500, to: 6000, unit: 'B' },
      send: (attacker, size) =>
        attacker.send({ method, path, headers: { [header]: text(size).slice(0, 7000) } }),
    })),
  )
}
