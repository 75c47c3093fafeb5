import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { createPdf } from '#tests/factories/pdf.ts'

import { readFileKind } from './read-file-kind.server.ts'

const kindOf = (bytes: Uint8Array | string) =>
  readFileKind({ bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes }).kind

const types = { '[Content_Types].xml': strToU8('<Types/>') }
const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
const docx = zipSync({ ...types, 'word/document.xml': strToU8('<w:document/>') })
const png = '\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0IEND\xAE\x42\x60\x82'

test.each<[string, Uint8Array | string, string]>([
  ['a PDF', createPdf([['Brief']]), 'pdf'],
  [
    'a JPEG with another file behind it, as phones write',
    `\xFF\xD8\xFF\xE1${'x'.repeat(200)}ftypmp42`,
    'jpeg',
  ],
  ['a PNG', png, 'png'],
  ['a GIF', 'GIF89a\0\0;', 'gif'],
  ['a WebP', 'RIFF\x04\0\0\0WEBPVP8 ', 'webp'],
  ['a HEIC', '\0\0\0\x18ftypheic\0\0', 'heic'],
  ['a document', docx, 'docx'],
  ['a table', zipSync({ ...types, 'xl/workbook.xml': strToU8('<x/>') }), 'xlsx'],
  ['slides', zipSync({ ...types, 'ppt/presentation.xml': strToU8('<x/>') }), 'pptx'],
  ['an OpenDocument', zip({ mimetype: 'application/vnd.oasis.opendocument.text' }), 'odt'],
  ['UTF-8', Buffer.from('Größe;€\n'), 'text'],
  ['Windows-1252', 'Gr\xF6\xDFe;5\r\n', 'text'],
  ['UTF-16 with a mark', Buffer.from('\uFEFFGröße', 'utf16le'), 'text'],
])('%s is told by its content', (_, bytes, kind) => {
  expect(kindOf(bytes)).toBe(kind)
})

test.each<[string, Uint8Array | string]>([
  ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a page', ' \n<!DOCTYPE html><script>alert(1)</script>'],
  ['a page before a PDF', `<html>${createPdf([['Brief']]).toString()}`],
  ['a shell script', '#!/bin/sh\nrm -rf /'],
  ['a program', 'MZ\x90\0\x03\0\0\0'],
  ['a program of Linux', '\x7FELF\x02\x01'],
  ['an older office file, which may contain macros', '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0'],
  ['a zip of anything', zip({ 'run.exe': 'MZ' })],
  ['a Java archive', zip({ 'META-INF/MANIFEST.MF': '' })],
  [
    'a document with macros',
    zip({ '[Content_Types].xml': '', 'word/document.xml': '', 'word/vbaProject.bin': '' }),
  ],
  [
    'an OpenDocument with macros',
    zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'Basic/a.xml': '' }),
  ],
  ['an unknown OpenDocument', zip({ mimetype: 'application/x-other' })],
])('%s is not accepted', (_, bytes) => {
  expect(kindOf(bytes)).toBeNull()
})

test.each<[string, Uint8Array | string]>([
  ['half a PDF', createPdf([['Brief']]).subarray(0, 200)],
  [
    'a PDF with a zip behind it',
    Buffer.concat([createPdf([['Brief']]), zip({ 'a.js': 'x'.repeat(10) }), Buffer.alloc(3000)]),
  ],
  ['a page that begins like a PDF', `%PDF-1.7\n<script>alert(1)</script>`],
  ['half a PNG', png.slice(0, 20)],
  ['a GIF with a script behind it', 'GIF89a=1;alert(1)//'],
  ['a WebP that ends early', 'RIFF\xFF\0\0\0WEBPVP8 '],
  ['a document that ends early', docx.subarray(0, docx.length - 30)],
])('%s is damaged', (_, bytes) => {
  expect(kindOf(bytes)).toBe('damaged')
})
