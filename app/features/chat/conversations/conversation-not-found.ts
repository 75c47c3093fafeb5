import { AppError } from '#app/platform/errors.ts'

export function conversationNotFound(): AppError {
  return new AppError('not-found', 'There is no such conversation. It may have been deleted.')
}
