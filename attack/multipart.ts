import { type Grammar, repeated } from './grammar.ts'
import { allSurfaces, fill } from './surface.ts'

const B = 'x5d4'
const part = (name: string, value: string) =>
  `--${B}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const bodies: Readonly<Record<string, (bytes: number) => string>> = {
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

/** The same to every address that takes a form, for each reads both kinds. */
export function multipartGrammars(): Grammar[] {
  const taking = allSurfaces().filter(({ forms, method }) => forms && method === undefined)
  return taking.flatMap(({ path, who, file }) => {
    const whose = who === 'owner' ? (['stranger', 'owner'] as const) : (['stranger'] as const)
    return whose.flatMap((as) => [
      ...Object.entries(bodies).map(([what, body]): Grammar => ({
        route: `POST ${path}`,
        what,
        who: as,
        sizes: { from: 16 * 1024, to: (file && as === 'owner' ? 8 : 2) * 1024 * 1024, unit: 'B' },
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
