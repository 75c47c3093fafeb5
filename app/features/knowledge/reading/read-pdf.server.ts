import { definePDFJSModule, getDocumentProxy } from 'unpdf'

import { createSectionWriter } from '../passages/section.ts'

import { layOut, linesOf, type PdfLine } from './pdf-layout.ts'
import { type ReadDocument, ReadingRefused } from './reading.ts'

/** Twice the longest handbook one would ask an assistant about. */
export const MAX_PAGES = 1500

export async function readPdf(
  bytes: Uint8Array,
  onProgress: (percent: number) => void,
): Promise<ReadDocument> {
  const pdf = await open(bytes)
  if (pdf.numPages > MAX_PAGES)
    throw new ReadingRefused('too-many-pages', { pages: pdf.numPages, max: MAX_PAGES })
  const pages: PdfLine[][] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    pages.push(await readPage(pdf, number))
    onProgress(Math.floor((number / pdf.numPages) * 100))
  }
  const writer = createSectionWriter()
  layOut(pages, writer)
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} as Record<string, unknown> }))
  const title = 'Title' in info && typeof info['Title'] === 'string' ? info['Title'] : null
  return { title, address: null, declaredLanguage: null, sections: writer.sections() }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

async function open(bytes: Uint8Array): Promise<Pdf> {
  await definePDFJSModule(() => import('unpdf/pdfjs'))
  try {
    return await getDocumentProxy(bytes, { verbosity: 0 })
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new ReadingRefused(isLocked ? 'encrypted' : 'damaged')
  }
}

/** Skips a page that cannot be read: the others may hold the answer. */
async function readPage(pdf: Pdf, number: number): Promise<PdfLine[]> {
  try {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    return linesOf(items.flatMap((item) => ('str' in item ? [item] : [])))
  } catch {
    return []
  }
}
