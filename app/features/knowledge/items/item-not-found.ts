import { defaultLocale } from '#app/lib/messages.ts'
import { AppError } from '#app/platform/errors.ts'

import { knowledgeMessages } from '../messages.ts'

export function itemNotFound(): AppError {
  return new AppError('not-found', knowledgeMessages[defaultLocale].errors.notFound)
}
