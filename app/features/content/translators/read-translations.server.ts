import { encodingOf } from '#app/features/blog/transfer/source-text.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { readTranslationCsv } from './read-translation-csv.ts'
import { readXliff } from './read-xliff.server.ts'
import { type FileText, LONGEST, MAX_TEXTS, type ReadFile } from './translation-file.ts'

const A_SLICE = 500

/** Runs in the pool's process. @throws {FieldErrors} file, if it is neither XLIFF nor CSV. */
export async function readTranslations(
  bytes: Uint8Array,
  give: (part: FileText[]) => Promise<void>,
): Promise<ReadFile> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 8))
  if (head.startsWith('PK') || head.startsWith('ÐÏ\u0011à'))
    throw refused(
      'This is a spreadsheet or a package, not a text file. Please save it as CSV or XLIFF first.',
    )
  const text = new TextDecoder(encodingOf(bytes.subarray(0, 4096))).decode(bytes)
  const file = text.trimStart().startsWith('<') ? readXliff(text) : readTranslationCsv(bytes)
  if (file.texts.length > MAX_TEXTS)
    throw refused(`This file has more than ${MAX_TEXTS.toLocaleString('en-US')} texts. Please split it.`)
  const fit = file.texts.filter(({ target, source }) => `${target}${source}`.length <= LONGEST)
  const long = file.texts.length - fit.length
  for (let at = 0; at < fit.length; at += A_SLICE) await give(fit.slice(at, at + A_SLICE))
  return {
    notes: [...file.notes, ...(long > 0 ? [`${long} texts are longer than any text of a page.`] : [])],
  }
}

export function refused(sentence: string): FieldErrors {
  return new FieldErrors({ file: sentence })
}
