import { z } from 'zod'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'

import { placeItem } from '../collections/change-collections.server.ts'
import { switchEmbedding } from '../embeddings/switch-embedding.server.ts'
import { addPdf, addText, addUrl } from '../items/add-item.server.ts'
import { deleteItem, renameItem, sharePdf, switchItem } from '../items/change-item.server.ts'
import { MAX_PDF_BYTES } from '../items/knowledge-item.ts'
import { rereadItem, scheduleRereading } from '../items/reread-item.server.ts'
import { knowledgeMessages } from '../messages.ts'
import { answerQuestion, dropQuestion } from '../unanswered/unanswered-questions.server.ts'

const { errors, toasts } = knowledgeMessages[defaultLocale]

/** Large enough for a text that is rejected as too long and shown again. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024

/** Stores the valid files. @throws {FieldErrors} file: names the rejected files. */
export async function receivePdfs(ctx: Ctx, posted: FormData): Promise<void> {
  const files = posted.getAll('file').filter((file) => typeof file !== 'string' && file.name !== '')
  const isPublic = posted.get('public') === '1'
  const collection = posted.getAll('collection').find((each) => typeof each === 'string')
  const refusals: string[] = []
  for (const file of files) {
    if (typeof file === 'string') continue
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      await addPdf(ctx, { name: file.name, bytes, isPublic, collection })
    } catch (error) {
      if (!(error instanceof FieldErrors)) throw error
      refusals.push(error.message)
    }
  }
  if (files.length === 0) refusals.push(errors.fileMissing)
  if (refusals.length > 0) throw new FieldErrors({ file: refusals.join(' ') })
}

const rejected = 'Error'
const item = z.object({ id: textField })
const switched = z
  .string()
  .optional()
  .transform((value) => value === '1')

type KnowledgeValue = {
  /** The item's id. An item that existed before is only read again. */
  added?: string
  deleted?: string
  deletion?: string
}
export type KnowledgeAnswer = FormAnswer<KnowledgeValue>

const switchForm = form({
  schema: item.extend({ enabled: switched }),
  run: (ctx, { id, enabled }) => switchItem(ctx, { id, isEnabled: enabled }),
  rejected,
})

export const changeKnowledge = formAction(
  {
    text: form({
      schema: z.object({ question: textField, title: textField, text: textField, collection: textField }),
      async run(ctx, { question, ...fields }): Promise<KnowledgeValue> {
        const added = question
          ? await answerQuestion(ctx, { id: question, ...fields })
          : await addText(ctx, fields)
        return { added: added.id }
      },
      toast: { title: 'Success', text: toasts.textSaved },
      rejected,
    }),
    url: form({
      schema: z.object({ url: textField, collection: textField }),
      // No toast yet: the page shows one once the URL has been read.
      async run(ctx, fields): Promise<KnowledgeValue> {
        const added = await addUrl(ctx, fields)
        return added ? { added: added.id } : {}
      },
      rejected,
    }),
    upload: form({
      schema: z.object({}),
      run: (ctx, _fields, { posted }) => receivePdfs(ctx, posted),
      rejected,
    }),
    meaning: form({
      schema: z.object({ enabled: switched }),
      run: (ctx, { enabled }) => switchEmbedding(ctx, enabled),
      rejected,
    }),
    dismiss: form({ schema: item, run: (ctx, { id }) => dropQuestion(ctx, id), rejected }),
    switch: switchForm,
    delete: form({
      schema: item,
      async run(ctx, { id }): Promise<KnowledgeValue> {
        const { id: deletion } = await deleteItem(ctx, id)
        return { deleted: id, deletion }
      },
      toast: ({ deletion = '' }) => ({
        title: 'Success',
        text: toasts.deleted,
        undo: { action: '/admin/undo', fields: { intent: 'item', id: deletion, stay: '1' } },
      }),
      rejected,
    }),
  },
  { maxBytes: MAX_TEXT_BYTES, maxFileBytes: MAX_PDF_BYTES },
)

export const changeItem = formAction({
  rename: form({
    schema: item.extend({ title: textField }),
    run: renameItem,
    toast: { title: 'Renamed' },
    rejected,
  }),
  reread: form({ schema: item, run: (ctx, { id }) => rereadItem(ctx, id), rejected }),
  schedule: form({
    schema: item.extend({ every: textField }),
    run: scheduleRereading,
    toast: { title: 'Saved' },
    rejected,
  }),
  place: form({
    schema: item,
    run: (ctx, { id }, { posted }) =>
      placeItem(ctx, { id, collections: posted.getAll('collections').map(String) }),
    toast: { title: 'Saved' },
    rejected,
  }),
  switch: switchForm,
  share: form({
    schema: item.extend({ public: switched }),
    run: (ctx, { id, public: isPublic }) => sharePdf(ctx, { id, isPublic }),
    rejected,
  }),
})
