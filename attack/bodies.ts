import { type Grammar, repeated, texts } from './grammar.ts'
import { allSurfaces, fill, type RouteSurface } from './surface.ts'

const urlencodedBodies: Readonly<Record<string, (bytes: number) => string>> = {
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

const urlencodedSizes = { from: 16 * 1024, to: 2 * 1024 * 1024, unit: 'B' } as const

export function formGrammars(): Grammar[] {
  return allSurfaces()
    .filter(({ forms }) => forms)
    .flatMap((surface) => [...bodiesOf(surface), ...fieldsOf(surface)])
}

function bodiesOf({ path, who, method = 'POST' }: RouteSurface): Grammar[] {
  const whose = who === 'owner' ? (['stranger', 'owner'] as const) : (['stranger'] as const)
  return whose.flatMap((as) =>
    Object.entries(urlencodedBodies).map(([what, body]) => ({
      route: `${method} ${path}`,
      what,
      who: as,
      sizes: urlencodedSizes,
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
          sizes: { from: 256, to: 512 * 1024, unit: 'B' } as const,
          send: (attacker, size) => {
            const body = new URLSearchParams({ ...form, [field]: text(size) }).toString()
            return attacker.form(fill(path), body, who, method)
          },
        })),
      ),
  )
}

const B = 'x5d4'
const part = (name: string, value: string) =>
  `--${B}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const multipartBodies: Readonly<Record<string, (bytes: number) => string>> = {
  'tiny parts': (n) => `${repeated(part('a', ''), n)}--${B}--`,
  'parts of other names': (n) =>
    `${Array.from({ length: Math.ceil(n / 64) }, (_, i) => part(`n${i}`, 'v')).join('')}--${B}--`,
  'a long header': (n) =>
    `--${B}\r\nx-long: ${'x'.repeat(n)}\r\ncontent-disposition: form-data; name="a"\r\n\r\nv\r\n--${B}--`,
  'many headers': (n) => `--${B}\r\n${repeated('x: y\r\n', n)}\r\nv\r\n--${B}--`,
  'no end': (n) => part('a', 'x'.repeat(n)),
  'almost boundaries': (n) => `${part('a', repeated(`\r\n--${B.slice(0, 3)}`, n))}--${B}--`,
  'almost boundaries of dashes': (n) => `${part('a', repeated('\r\n-', n))}--${B}--`,
  'parts within a part': (n) =>
    `${part('a', repeated(`--${B}x\r\ncontent-type: multipart/mixed; boundary=y\r\n\r\n`, n))}--${B}--`,
  'quotes in a name': (n) => `${part(repeated('\\"', n), 'v')}--${B}--`,
  'parameters of a header': (n) =>
    `--${B}\r\ncontent-disposition: form-data${repeated('; a="b"', n)}\r\n\r\nv\r\n--${B}--`,
  'files without content': (n) =>
    `${repeated(`--${B}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n\r\n`, n)}--${B}--`,
}

export function multipartGrammars(): Grammar[] {
  const taking = allSurfaces().filter(({ forms, method }) => forms && method === undefined)
  return taking.flatMap(({ path, who, file }) => {
    const whose = who === 'owner' ? (['stranger', 'owner'] as const) : (['stranger'] as const)
    return whose.flatMap((as) => [
      ...Object.entries(multipartBodies).map(([what, body]): Grammar => ({
        route: `POST ${path}`,
        what,
        who: as,
        sizes: { from: 16 * 1024, to: (file && as === who ? 8 : 2) * 1024 * 1024, unit: 'B' },
        send: (attacker, size) =>
          attacker.send({
            method: 'POST',
            path: fill(path),
            body: body(size),
            as,
            headers: { 'content-type': `multipart/form-data; boundary=${B}` },
          }),
      })),
      {
        route: `POST ${path}`,
        what: 'a long boundary',
        who: as,
        sizes: { from: 256, to: 4096, unit: 'B' },
        send: (attacker, size) =>
          attacker.send({
            method: 'POST',
            path: fill(path),
            body: repeated(`--${'-'.repeat(size - 1)}`, 1024 * 1024),
            as,
            headers: { 'content-type': `multipart/form-data; boundary=${'-'.repeat(size)}` },
          }),
      },
    ])
  })
}

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
