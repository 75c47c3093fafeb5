import { expect, test } from 'vitest'

import { AppError, type AppErrorCode, FieldErrors } from './errors.ts'

const statuses: [AppErrorCode, number][] = [
  ['invalid', 400],
  ['unauthenticated', 401],
  ['forbidden', 403],
  ['not-found', 404],
  ['conflict', 409],
  ['expired', 409],
  ['too-large', 413],
  ['unsupported-type', 415],
  ['too-many', 429],
  ['unavailable', 503],
]

test.each(statuses)('%s answers %i', (code, status) => {
  expect(new AppError(code, 'No.').status).toBe(status)
})

test('a refusal keeps its sentence, its cause and the time to wait', () => {
  const cause = new Error('socket closed')
  const error = new AppError('too-many', 'Please wait.', { cause, retryAfter: 60 })
  expect(error).toMatchObject({ name: 'AppError', message: 'Please wait.', cause, retryAfter: 60 })
  expect(new AppError('invalid', 'No.').retryAfter).toBeUndefined()
  expect(new AppError('unavailable', 'Busy.').retryAfter).toBe(10)
  expect(new AppError('too-many', 'Enough.').retryAfter).toBe(60)
})

test('refused fields are a bad request that says its first sentence', () => {
  const error = new FieldErrors({ name: 'Please enter your name.', email: 'Please enter your e-mail.' })
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ name: 'FieldErrors', status: 400, message: 'Please enter your name.' })
  expect(Object.keys(error.fields)).toEqual(['name', 'email'])
  expect(new FieldErrors({}).message).not.toBe('')
})
