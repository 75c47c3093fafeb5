import { deflateSync } from 'node:zlib'

export type PdfLineSpec = { text: string; size?: number }

/** Creates a PDF with these lines on each page in Helvetica, from the top; a number leaves that many lines empty. */
export function createPdf(pages: readonly (readonly (string | number | PdfLineSpec)[])[]): Uint8Array {
  return assemble(pages.map((lines) => Buffer.from(drawn(lines), 'latin1')))
}

/** Creates a PDF of full pages, each with a heading and text of its own; the text depends on `name`. */
export function createBook(pages: number, name: string): Uint8Array {
  let seed = name.length
  const word = () => {
    // A linear congruential generator makes the same book for the same name.
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return vocabulary[seed % vocabulary.length] ?? ''
  }
  const line = () => `${Array.from({ length: 14 }, word).join(' ')}.`
  return createPdf(
    Array.from({ length: pages }, (_, page) => [
      { text: `Chapter ${page + 1} of ${name}`, size: 18 },
      ...Array.from({ length: 45 }, line),
    ]),
  )
}

const vocabulary =
  'garden wall tree river stone light winter paper engine letter window market bridge harbour silver copper field road song story winter glass cloud island candle feather basket mirror ladder anchor'.split(
    ' ',
  )

/** Creates a small file whose page decompresses to `megabytes` of drawing operators. */
export function createPdfBomb(megabytes: number): Uint8Array {
  return assemble([Buffer.alloc(megabytes * 1024 * 1024, '(a) Tj ')])
}

/** Creates a page of lines with annotations, each given as a PDF dictionary. */
export function createAnnotatedPdf(lines: readonly string[], annotations: readonly string[]): Uint8Array {
  return assemble([Buffer.from(drawn(lines), 'latin1')], `/Annots[${annotations.join('')}]`)
}

function drawn(lines: readonly (string | number | PdfLineSpec)[]): string {
  let y = 780
  let commands = 'BT\n'
  for (const line of lines) {
    if (typeof line === 'number') {
      y -= line * 14
      continue
    }
    const { text, size = 11 } = typeof line === 'string' ? { text: line } : line
    y -= Math.round(size * 1.3)
    commands += `/F1 ${size} Tf 1 0 0 1 60 ${y} Tm (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj\n`
  }
  return `${commands}ET`
}

/** PDF 32000-1, section 7.5: header, objects, cross-reference table, trailer. */
function assemble(streams: readonly Buffer[], pageEntries = ''): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  const write = (...pieces: (string | Buffer)[]) => {
    for (const piece of pieces) parts.push(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
  }
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  const object = (...pieces: (string | Buffer)[]) => {
    offsets.push(length())
    write(`${offsets.length} 0 obj\n`, ...pieces, '\nendobj\n')
  }
  const kids = streams.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  object('<</Type/Catalog/Pages 2 0 R>>')
  object(`<</Type/Pages/Count ${streams.length}/Kids[${kids}]>>`)
  object('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')
  for (const [at, stream] of streams.entries()) {
    object(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + at * 2} 0 R${pageEntries}>>`,
    )
    const packed = deflateSync(stream)
    object(`<</Length ${packed.length}/Filter/FlateDecode>>stream\n`, packed, '\nendstream')
  }
  const start = length()
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`)
  write(`trailer\n<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`)
  return new Uint8Array(Buffer.concat(parts))
}
