import { expect, test } from 'vitest'

import { isCommonPassword } from './new-password.server.ts'

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
  'let me in please',
  'let-me-in.please',
  'qwerty uiop asdf',
  'q w e r t y u i o p',
  '1 2 3 4 5 6 7 8 9 0',
  'asdf jkl; asdf jkl;',
  'correct horse battery staple',
  'Correct-Horse-Battery-Staple1',
  'the quick brown fox',
  'open sesame open sesame',
  'may the force be with you',
])('%s is common', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test.each([
  'kettle orbit',
  'kettleorbitmango',
  'welcome to my parlour',
  'orbit horse battery kettle',
  'корова скачет через луну',
  '74120963850617',
  'q7#vR2!xLm9w',
])('%s is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false)
})

test('only the beginning of a long password is checked, because the work is quadratic', async () => {
  const signs = Array.from({ length: 88 }, (_, n) => String.fromCharCode(33 + ((n * 7) % 90))).join('')
  expect(await isCommonPassword(signs)).toBe(false)
  expect(await isCommonPassword('password'.repeat(5) + signs)).toBe(true)
})

const about = ['lumivox', 'lovelace', 'agency']

test.each([
  'i love lumivox 2026',
  'welcome to lumivox',
  'my-lumivox-lumivox',
  'password lumivox',
  'lovelace1815agency',
])('%s is made of what is known of the site and its owner', async (password) => {
  expect(await isCommonPassword(password, about)).toBe(true)
})

test.each(['kettle orbit lumivox mango', 'q7#vR2!xLm9w lumivox'])('%s is not', async (password) => {
  expect(await isCommonPassword(password, about)).toBe(false)
})
