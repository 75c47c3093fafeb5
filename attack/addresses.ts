import { type Grammar, repeated, texts } from './grammar.ts'
import { allSurfaces, fill } from './surface.ts'

/** Below the 8 KB of headers that the server accepts. */
const sizes = { from: 1500, to: 6000, unit: 'B' } as const

const queries: Readonly<Record<string, (bytes: number) => string>> = {
  'a& repeated': (n) => repeated('a&', n),
  'a=b& repeated': (n) => repeated('a=b&', n),
  '%41 repeated': (n) => repeated('%41', n),
  '+ repeated': (n) => '+'.repeat(n),
  'half escapes': (n) => repeated('%4%', n),
  '? repeated': (n) => '?'.repeat(n),
  'names that differ': (n) => Array.from({ length: n / 6 }, (_, i) => `k${i}=1`).join('&'),
  '_routes named again': (n) => `_routes=${repeated('root,', n)}`,
}

const tails: Readonly<Record<string, (bytes: number) => string>> = {
  'a long segment': (n) => 'x'.repeat(n),
  'slashes repeated': (n) => '/'.repeat(n),
  'dots repeated': (n) => repeated('../', n),
  '%2F repeated': (n) => repeated('%2F', n),
  '%25 repeated': (n) => repeated('%25', n),
  'letters of both cases': (n) => repeated('aB-', n),
  'segments repeated': (n) => repeated('a/', n),
  'combining marks': (n) => encodeURIComponent(repeated('e\u0301', n / 6)),
  'half escapes': (n) => repeated('%4%', n),
  'hyphens repeated': (n) => '-'.repeat(n),
  'digits and x': (n) => repeated('1x1', n),
}

export function addressGrammars(): Grammar[] {
  return allSurfaces().flatMap(({ path, who, query = [] }) => {
    const route = `GET ${path}`
    const at = (what: string, address: (size: number) => string): Grammar => ({
      route,
      what,
      who,
      sizes,
      send: (attacker, size) => attacker.send({ path: address(size).slice(0, 7000), as: who }),
    })
    return [
      ...Object.entries(queries).map(([what, text]) =>
        at(`query: ${what}`, (n) => `${fill(path)}?${text(n)}`),
      ),
      ...query.flatMap((name) =>
        Object.entries(texts).map(([what, text]) =>
          at(
            `${name}: ${what}`,
            (n) => `${fill(path)}?${new URLSearchParams({ [name]: text(n / 3) }).toString()}`,
          ),
        ),
      ),
      ...Object.entries(tails).map(([what, text]) =>
        at(`path: ${what}`, (n) => (/[:*]/.test(path) ? fill(path, text(n)) : `${path}${text(n)}`)),
      ),
    ]
  })
}
