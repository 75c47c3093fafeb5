import { expect, test } from 'vitest'

import { isCommonPassword } from './common-password.server.ts'

test.each([
  'password1234',
  'PassWord!2026',
  'p@ssw0rd1234',
  'qwertyuiop[]',
  '1qaz2wsx3edc',
  '123456789012',
  '098765432109',
  'iloveyou1234',
  'jennifer1990',
  'Administrator1',
  'changeme-changeme',
  'letmein-letmein',
  'Passwort2026!',
  'summer2026!!',
  'leavemealone',
  'polniypizdec0211',
  'password'.repeat(16),
])('%s is common', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test.each([
  'kettle orbit',
  'kettleorbitmango',
  'welcome to my parlour',
  'correct horse battery',
  'корова скачет через луну',
  '74120963850617',
  'q7#vR2!xLm9w',
])('%s is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false)
})

test('of a long one its beginning is looked at, for the work grows with the square', async () => {
  const signs = Array.from({ length: 88 }, (_, n) => String.fromCharCode(33 + ((n * 7) % 90))).join('')
  expect(await isCommonPassword(signs)).toBe(false)
  expect(await isCommonPassword('password'.repeat(5) + signs)).toBe(true)
})
