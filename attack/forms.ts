import { type Grammar, repeated, texts } from './grammar.ts'
import { allSurfaces, fill, type RouteSurface } from './surface.ts'

/** Bodies as such, whatever fields they name. */
const bodies: Readonly<Record<string, (bytes: number) => string>> = {
  'a& repeated': (n) => repeated('a&', n),
  'a=b& repeated': (n) => repeated('a=b&', n),
  'names that differ': (n) =>
    Array.from({ length: Math.ceil(n / 8) }, (_, i) => `k${i.toString(36)}=1`).join('&'),
  '& repeated': (n) => '&'.repeat(n),
  '= repeated': (n) => '='.repeat(n),
  '%41 repeated': (n) => `message=${repeated('%41', n)}`,
  '+ repeated': (n) => `message=${'+'.repeat(n)}`,
  'half escapes': (n) => `message=${repeated('%4%', n)}`,
  'bytes that are no text': (n) => `message=${repeated('%ED%A0', n)}`,
  'a name without end': (n) => `${'n'.repeat(n)}=1`,
}

const sizes = { from: 16 * 1024, to: 2 * 1024 * 1024, unit: 'B' } as const

/** Every form with bodies of every shape, and with each of its fields grown by every text. */
export function formGrammars(): Grammar[] {
  return allSurfaces()
    .filter(({ forms }) => forms)
    .flatMap((surface) => [...bodiesOf(surface), ...fieldsOf(surface)])
}

function bodiesOf({ path, who, method = 'POST' }: RouteSurface): Grammar[] {
  const whose = who === 'owner' ? (['stranger', 'owner'] as const) : (['stranger'] as const)
  return whose.flatMap((as) =>
    Object.entries(bodies).map(([what, body]) => ({
      route: `${method} ${path}`,
      what,
      who: as,
      sizes,
      send: (attacker, size) => attacker.form(fill(path), body(size), as, method),
    })),
  )
}

function fieldsOf({ path, who, forms = [], method = 'POST' }: RouteSurface): Grammar[] {
  return forms.flatMap((form) =>
    Object.keys(form)
      .filter((field) => field !== 'intent')
      .flatMap((field) =>
        Object.entries(texts).map(([what, text]) => ({
          route: `${method} ${path}`,
          what: `${field}: ${what}`,
          who,
          // As typed: escaped, it is up to three times as long.
          sizes: { from: 256, to: 512 * 1024, unit: 'B' } as const,
          send: (attacker, size) => {
            const body = new URLSearchParams({ ...form, [field]: text(size) }).toString()
            return attacker.form(fill(path), body, who, method)
          },
        })),
      ),
  )
}
