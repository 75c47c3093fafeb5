import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { addPdf } from '../items/add-pdf.server.ts'
import { MAX_PDF_BYTES } from '../items/item-fields.ts'
import { knowledgeMessages } from '../messages.ts'

/** A file at its limit, with room for the parts and fields around it. */
export const MAX_UPLOAD_BYTES = MAX_PDF_BYTES + 64 * 1024

/** Stores each file of an upload form. @throws {FieldErrors} file: for those that were refused; the others are stored. */
export async function receivePdfs(ctx: Ctx, form: FormData): Promise<void> {
  const files = form.getAll('file').filter((file) => typeof file !== 'string' && file.name !== '')
  const isPublic = form.get('public') === '1'
  const refusals: string[] = []
  for (const file of files) {
    if (typeof file === 'string') continue
    try {
      await addPdf(ctx, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), isPublic })
    } catch (error) {
      if (!(error instanceof FieldErrors)) throw error
      refusals.push(error.message)
    }
  }
  if (files.length === 0) refusals.push(knowledgeMessages[defaultLocale].errors.fileMissing)
  if (refusals.length > 0) throw new FieldErrors({ file: refusals.join(' ') })
}
