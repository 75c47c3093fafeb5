import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { textFields } from '#app/platform/http/read-form.server.ts'

import { addText } from '../items/add-text.server.ts'
import { addUrl } from '../items/add-url.server.ts'
import { deleteItem } from '../items/delete-item.server.ts'
import { switchItem } from '../items/switch-item.server.ts'
import { knowledgeMessages } from '../messages.ts'
import { switchEmbedding } from '../embeddings/embedding-setting.server.ts'
import { answerQuestion } from '../unanswered/answer-question.server.ts'
import { dropQuestion } from '../unanswered/list-questions.server.ts'

import type { KnowledgeAnswer } from './knowledge-answer.ts'
import { receivePdfs } from './receive-pdfs.server.ts'

const { toasts } = knowledgeMessages[defaultLocale]

/** What the page's forms ask for, with what the owner is told. */
export async function changeKnowledge(ctx: Ctx, form: FormData): Promise<KnowledgeAnswer> {
  const { intent, id = '', title = '', text = '', url = '', enabled, question } = textFields(form)
  if (intent === 'text') {
    const added = question
      ? await answerQuestion(ctx, { id: question, title, text })
      : await addText(ctx, { title, text })
    return { added: added.id, toast: { title: 'Success', text: toasts.textSaved } }
  }
  if (intent === 'url') {
    // That it was scraped is said once it is.
    const added = await addUrl(ctx, { url })
    return added ? { added: added.id } : {}
  }
  if (intent === 'upload') {
    await receivePdfs(ctx, form)
    return {}
  }
  if (intent === 'meaning') {
    await switchEmbedding(ctx, enabled === '1')
    return {}
  }
  if (intent === 'dismiss') {
    await dropQuestion(ctx, id)
    return {}
  }
  if (intent === 'switch') {
    await switchItem(ctx, { id, isEnabled: enabled === '1' })
    return {}
  }
  if (intent !== 'delete')
    throw new AppError('invalid', 'This form is not known here. Please reload the page.')
  await deleteItem(ctx, id)
  return { deleted: id, toast: { title: 'Success', text: toasts.deleted } }
}

/** What the owner is told where nothing was done; a fault of ours is thrown on. */
export function refusedKnowledge(error: unknown): { answer: KnowledgeAnswer; status: number } {
  if (!(error instanceof AppError)) throw error
  const toast = { title: 'Error', text: error.message, tone: 'destructive' } as const
  const errors = error instanceof FieldErrors ? error.fields : {}
  return { answer: { toast, errors }, status: error.status }
}
