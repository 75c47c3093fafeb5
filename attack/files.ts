import { crc32, deflateSync } from 'node:zlib'

import { assertDefined } from '../app/lib/assert-defined.ts'
import { createBook, createPdf, createPdfBomb } from '../tests/factories/pdf.ts'

import type { Attacker } from './attacker.ts'
import { inquiry } from './chat-surface.ts'
import { type Grammar, repeated } from './grammar.ts'

const QUESTIONS = '/admin/contact-form'

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const out = Buffer.alloc(8)
  out.writeUInt32BE(data.length, 0)
  out.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([out.subarray(0, 4), body, out.subarray(4)])
}

function pngOf(
  width: number,
  height: number,
  pixels: Uint8Array,
  more: Uint8Array = Buffer.alloc(0),
): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(8, 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk('IHDR', head),
    more,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const dot = Buffer.from([0, 0])
const images: Readonly<Record<string, [to: number, image: (n: number) => Uint8Array]>> = {
  'as wide as high, all of one grey': [8192, (n) => pngOf(n, n, Buffer.alloc((n + 1) * n))],
  'larger than it says': [1 << 22, (n) => pngOf(1, 1, Buffer.alloc(n * 16))],
  'smaller than it says': [1 << 30, (n) => pngOf(n, n, dot)],
  'many chunks': [
    1 << 19,
    (n) =>
      pngOf(
        1,
        1,
        dot,
        Buffer.concat(Array.from({ length: n / 16 }, () => chunk('tEXt', Buffer.from('a\0b')))),
      ),
  ],
  'one long text': [1 << 22, (n) => pngOf(1, 1, dot, chunk('tEXt', Buffer.alloc(n, 'a')))],
  'a packed text that unfolds': [
    1 << 24,
    (n) =>
      pngOf(
        1,
        1,
        dot,
        chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(n, 'a'))])),
      ),
  ],
  'a GIF of many frames': [
    1 << 20,
    (n) =>
      Buffer.concat([
        Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000', 'latin1'),
        Buffer.alloc(
          Math.floor(n / 16) * 16,
          Buffer.from(',\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002D\u0001\0\0', 'latin1'),
        ),
        Buffer.from(';'),
      ]),
  ],
  'an SVG': [1 << 20, (n) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${repeated('<g>', n)}`)],
  'bytes of no picture': [1 << 22, (n) => Buffer.alloc(n, 0xff)],
}

const pdfs: Readonly<Record<string, [to: number, pdf: (n: number) => Uint8Array]>> = {
  'many pages': [512, (n) => createBook(n, 'attack')],
  'many empty pages': [2048, (n) => createPdf(Array.from({ length: n }, () => []))],
  'many lines on a page': [16_384, (n) => createPdf([Array.from({ length: n }, (_, i) => `Line ${i}`)])],
  'one long line': [1 << 20, (n) => createPdf([[repeated('word ', n)]])],
  'a page that unfolds, MB': [64, (n) => createPdfBomb(n)],
  'a tree of pages in pages': [1 << 14, (n) => treeOf(n)],
  'brackets in brackets': [
    1 << 18,
    (n) => raw(`<</Type/Catalog/Pages 2 0 R/X ${'['.repeat(n)}${']'.repeat(n)}>>`),
  ],
  'objects without end': [1 << 19, (n) => Buffer.from(`%PDF-1.4\n${repeated('1 0 obj\n', n)}`)],
  'no table of objects': [1 << 20, (n) => Buffer.from(`%PDF-1.4\n${repeated('trailer<<>> ', n)}`)],
  'cut off': [1 << 20, (n) => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(n, '%')])],
}

function raw(catalog: string, rest = ''): Uint8Array {
  return Buffer.from(
    `%PDF-1.4\n1 0 obj${catalog}endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n${rest}trailer<</Root 1 0 R>>\n%%EOF\n`,
  )
}

function treeOf(depth: number): Uint8Array {
  const nodes = Array.from(
    { length: depth },
    (_, i) => `${i + 3} 0 obj<</Type/Pages/Kids[${i + 4} 0 R]/Count 1>>endobj\n`,
  )
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 3 0 R>>endobj\n${nodes.join('')}trailer<</Root 1 0 R>>\n%%EOF\n`,
  )
}

/** A visitor's form whose file an own question of the owner asks for. */
const visitors =
  (path: string, name: string) =>
  ([what, [to, fileOf]]: [string, [number, (n: number) => Uint8Array]]): Grammar => ({
    route: `POST ${path}`,
    what: `a file: ${what}`,
    who: 'stranger',
    sizes: { from: Math.max(1, Math.min(1024, to / 64)), to, unit: 'parts' },
    send: async (attacker, size) => {
      const field = await fileField(attacker)
      return attacker.upload(path, fileOf(size), `brief.${name}`, inquiry, { field, as: 'stranger' })
    },
  })

/** Returns the field's name, and has the owner ask the question first if nobody has. */
async function fileField(attacker: Attacker): Promise<string> {
  const find = async () => {
    const { text } = await attacker.send({ path: '/contact' })
    return /<input(?=[^>]*type="file")[^>]*name="([^"]+)"/.exec(text)?.[1]
  }
  const known = await find()
  if (known !== undefined) return known
  const question = { intent: 'save', id: '', question: 'Brief', kind: 'file', help: '', choices: '' }
  const rules = { 'accept-pdf': 'on', 'accept-pictures': 'on', megabytes: '10' }
  await attacker.form(QUESTIONS, new URLSearchParams({ ...question, ...rules }).toString(), 'owner')
  return assertDefined(await find(), 'the contact form asks for a file')
}

export function fileGrammars(): Grammar[] {
  const grammar =
    (path: string, name: string) =>
    ([what, [to, fileOf]]: [string, [number, (n: number) => Uint8Array]]): Grammar => ({
      route: `POST ${path}`,
      what,
      who: 'owner',
      sizes: { from: Math.max(1, Math.min(1024, to / 64)), to, unit: 'parts' },
      goesOn: true,
      send: (attacker, size) => attacker.upload(path, fileOf(size), `${attacker.unique()}.${name}`),
    })
  return [
    ...Object.entries(images).map(grammar('/admin/images', 'png')),
    ...Object.entries(pdfs).map(grammar('/admin/knowledge/pdfs', 'pdf')),
    ...Object.entries(images).map(visitors('/contact', 'png')),
    ...Object.entries(pdfs).map(visitors('/api/inquiries', 'pdf')),
  ]
}
