import { definePDFJSModule, getDocumentProxy } from 'unpdf'
import { z } from 'zod'

import { createSectionWriter } from '../passages/section.ts'

import type { Omission } from './coverage.ts'
import { layOut, linesOf, type PdfLine } from './pdf-layout.ts'
import { type ReadDocument, ReadingRefused } from './reading.ts'

/** Twice as long as the longest handbook that an assistant is likely to be asked about. */
export const MAX_PAGES = 1500

export async function readPdf(
  bytes: Uint8Array,
  onProgress: (percent: number) => void,
): Promise<ReadDocument> {
  const missing: string[] = []
  const pdf = await open(bytes, missing)
  if (pdf.numPages > MAX_PAGES)
    throw new ReadingRefused('too-many-pages', { pages: pdf.numPages, max: MAX_PAGES })
  const pages: PdfPage[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const before = missing.length
    const page = await readPage(pdf, number)
    pages.push({ ...page, isUnreadable: page.isUnreadable || missing.length > before })
    onProgress(Math.floor((number / pdf.numPages) * 100))
  }
  const writer = createSectionWriter()
  const { source, omissions } = layOut(
    pages.map(({ lines }) => lines),
    writer,
    pages.map(({ annotations }) => annotations.shown),
  )
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} as Record<string, unknown> }))
  const title = 'Title' in info && typeof info['Title'] === 'string' ? info['Title'] : null
  return {
    title,
    address: null,
    declaredLanguage: null,
    sections: writer.sections(),
    source,
    kept: writer.texts(),
    omissions: [...omissions, ...pages.flatMap(omissionsOf)],
  }
}

type PdfPage = { lines: PdfLine[]; annotations: AnnotationTexts; isUnreadable: boolean }

/** Characters without a meaning in Unicode; one or two are bullets. */
const unreadable = /[\p{Co}\uFFFD]{3}/u

function omissionsOf({ lines, annotations, isUnreadable }: PdfPage, at: number): Omission[] {
  const page = at + 1
  const hidden = annotations.hidden.map((text) => ({ reason: 'hidden' as const, text, page }))
  return isUnreadable || lines.some(({ text }) => unreadable.test(text))
    ? [...hidden, { reason: 'unreadable', text: '', page }]
    : hidden
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** PDF.js requests Adobe's character maps, which are not installed, if it cannot read a font's text without one. */
async function open(bytes: Uint8Array, missing: string[]): Promise<Pdf> {
  function NoCharacterMaps() {
    return {
      async fetch({ kind, filename }: { kind: string; filename: string }) {
        if (kind === 'cMapUrl') missing.push(filename)
        throw new Error('Character maps are not installed.')
      },
    }
  }
  await definePDFJSModule(() => import('unpdf/pdfjs'))
  try {
    return await getDocumentProxy(bytes, {
      verbosity: 0,
      useWorkerFetch: false,
      BinaryDataFactory: NoCharacterMaps,
    })
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new ReadingRefused(isLocked ? 'encrypted' : 'damaged')
  }
}

/** Skips an unreadable page, because the others may still contain the answer. */
async function readPage(pdf: Pdf, number: number): Promise<PdfPage> {
  try {
    const page = await pdf.getPage(number)
    // PDF.js would split ligatures before it reverses lines of Arabic, which swaps their letters.
    const { items } = await page.getTextContent({ disableNormalization: true })
    const annotations = textsOfAnnotations(await page.getAnnotations().catch(() => []))
    page.cleanup()
    const lines = linesOf(items.flatMap((item) => ('str' in item ? [item] : [])))
    return { lines, annotations, isUnreadable: false }
  } catch {
    return { lines: [], annotations: { shown: [], hidden: [] }, isUnreadable: true }
  }
}

const HIDDEN = 2
const NO_VIEW = 32

const optionalText = z.string().nullish().catch(null)

const annotationSchema = z.object({
  subtype: z.string(),
  annotationFlags: z.number().catch(0),
  alternativeText: optionalText,
  fieldValue: z
    .union([z.string(), z.array(z.string()).transform((chosen) => chosen.join(', '))])
    .nullish()
    .catch(null),
  exportValue: optionalText,
  buttonValue: optionalText,
  checkBox: z.boolean().catch(false),
  radioButton: z.boolean().catch(false),
  password: z.boolean().catch(false),
  contentsObj: z.object({ str: z.string() }).nullish().catch(null),
})

type Annotation = z.infer<typeof annotationSchema>

type AnnotationTexts = { shown: string[]; hidden: string[] }

/** Returns comments and filled-in form fields with their labels; what viewers do not show is separate. */
function textsOfAnnotations(annotations: readonly unknown[]): AnnotationTexts {
  const [shown, hidden] = [new Set<string>(), new Set<string>()]
  for (const found of annotations) {
    const { data: annotation } = annotationSchema.safeParse(found)
    const words = annotation ? wordsOf(annotation)?.trim() : undefined
    if (!annotation || !words) continue
    const isHidden = (annotation.annotationFlags & (HIDDEN | NO_VIEW)) !== 0
    ;(isHidden ? hidden : shown).add(words)
  }
  return { shown: [...shown], hidden: [...hidden] }
}

function wordsOf(annotation: Annotation): string | null | undefined {
  const { subtype, alternativeText, fieldValue, contentsObj } = annotation
  if (subtype === 'Link' || subtype === 'Popup') return null
  if (subtype !== 'Widget') return contentsObj?.str
  if (!fieldValue || annotation.password) return null
  if (annotation.checkBox || annotation.radioButton) {
    const isChosen = fieldValue === (annotation.checkBox ? annotation.exportValue : annotation.buttonValue)
    return isChosen ? (alternativeText ?? fieldValue) : null
  }
  return alternativeText ? `${alternativeText}: ${fieldValue}` : fieldValue
}
