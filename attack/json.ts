import { type Grammar, repeated, texts } from './grammar.ts'
import { allSurfaces, fill } from './surface.ts'

const documents: Readonly<Record<string, (bytes: number) => string>> = {
  'arrays in arrays': (n) => '['.repeat(n / 2) + ']'.repeat(n / 2),
  'objects in objects': (n) => `${repeated('{"a":', n)}1${'}'.repeat(n / 5)}`,
  'a wide array': (n) => `[${repeated('0,', n)}0]`,
  'a wide object': (n) => `{${Array.from({ length: n / 10 }, (_, i) => `"k${i}":1`).join(',')}}`,
  'one key again and again': (n) => `{${repeated('"message":"a",', n)}"z":1}`,
  'a long number': (n) => `{"conversationId":${'9'.repeat(n)}}`,
  'a long exponent': (n) => `{"conversationId":1e${'9'.repeat(n)}}`,
  escapes: (n) => `{"message":"${repeated('\\u0041', n)}"}`,
  'lone surrogates': (n) => `{"message":"${repeated('\\ud800', n)}"}`,
  'cut off': (n) => `{"message":"${'x'.repeat(n)}`,
  blanks: (n) => `${' '.repeat(n)}{}`,
}

export function jsonGrammars(): Grammar[] {
  return allSurfaces().flatMap(({ path, who, json }) => {
    if (!json) return []
    const sizes = { from: 4 * 1024, to: 1024 * 1024, unit: 'B' } as const
    const route = `POST ${path}`
    const whole = Object.entries(documents).map(([what, text]): Grammar => ({
      route,
      what,
      who,
      sizes,
      send: (attacker, size) => attacker.json(fill(path), text(size), who),
    }))
    const fields = Object.entries(json).flatMap(([name, value]) =>
      Object.entries(texts).map(([what, text]): Grammar => ({
        route,
        what: `${name}: ${what}`,
        who,
        // Down to what is let through to whatever reads it.
        sizes: { from: 128, to: 256 * 1024, unit: 'B' },
        send: (attacker, size) => {
          const start = typeof value === 'string' ? value.slice(0, 1) : ''
          return attacker.json(fill(path), JSON.stringify({ ...json, [name]: start + text(size) }), who)
        },
      })),
    )
    return [...whole, ...fields]
  })
}
