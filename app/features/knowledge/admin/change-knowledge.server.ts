import { z } from 'zod'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'

import { addText } from '../items/add-text.server.ts'
import { addUrl } from '../items/add-url.server.ts'
import { deleteItem } from '../items/delete-item.server.ts'
import { renameItem } from '../items/rename-item.server.ts'
import { rereadItem } from '../items/reread-item.server.ts'
import { scheduleRereading } from '../items/schedule-rereading.server.ts'
import { sharePdf } from '../items/share-pdf.server.ts'
import { switchItem } from '../items/switch-item.server.ts'
import { knowledgeMessages } from '../messages.ts'
import { switchEmbedding } from '../embeddings/embedding-setting.server.ts'
import { answerQuestion } from '../unanswered/answer-question.server.ts'
import { dropQuestion } from '../unanswered/list-questions.server.ts'

import { MAX_UPLOAD_BYTES, receivePdfs } from './receive-pdfs.server.ts'

const { toasts } = knowledgeMessages[defaultLocale]
const rejected = 'Error'
const item = z.object({ id: textField })
const switched = z
  .string()
  .optional()
  .transform((value) => value === '1')

type KnowledgeValue = {
  /** Id of the item that was added, or is read again because it was there. */
  added?: string
  /** Id of the item that was deleted. */
  deleted?: string
}
export type KnowledgeAnswer = FormAnswer<KnowledgeValue>

const switchForm = form({
  schema: item.extend({ enabled: switched }),
  run: (ctx, { id, enabled }) => switchItem(ctx, { id, isEnabled: enabled }),
  rejected,
})

/** The forms of the list's page. */
export const changeKnowledge = formAction(
  {
    text: form({
      schema: z.object({ question: textField, title: textField, text: textField }),
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
      schema: z.object({ url: textField }),
      // That the page was read is told once it is.
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
        await deleteItem(ctx, id)
        return { deleted: id }
      },
      toast: { title: 'Success', text: toasts.deleted },
      rejected,
    }),
  },
  { maxBytes: MAX_UPLOAD_BYTES },
)

/** The forms of an item's own page. */
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
  switch: switchForm,
  share: form({
    schema: item.extend({ public: switched }),
    run: (ctx, { id, public: isPublic }) => sharePdf(ctx, { id, isPublic }),
    rejected,
  }),
})
