import fc from 'fast-check'
import { expect, test } from 'vitest'

import { passwordFault } from './password-rules.ts'

test('length counts: 12 characters at least, 128 at most', () => {
  const phrase = 'kettle orbit mango '
  expect(passwordFault(phrase.slice(0, 11))).toBe('Please use at least 12 characters.')
  expect(passwordFault(phrase.slice(0, 12))).toBeNull()
  expect(passwordFault(phrase.repeat(7).slice(0, 128))).toBeNull()
  expect(passwordFault(phrase.repeat(7).slice(0, 129))).toBe('Please use at most 128 characters.')
})

test('composition does not count: letters alone will do, in any script, spaces too', () => {
  for (const password of [
    'kettleorbitmango',
    '  kettle orbit  ',
    'корова скачет через луну',
    '74120963850617',
  ])
    expect(passwordFault(password), password).toBeNull()
})

test('a few characters repeated are refused', () => {
  for (const password of ['aaaaaaaaaaaa', 'abababababab', 'aAbBcCaAbBcC', 'abcdabcdabcd'])
    expect(passwordFault(password), password).toMatch(/repeats/)
})

test('the owner’s address and the site’s name are refused, digits and signs between or after them too', () => {
  const about = ['lovelace@analytical.example', 'Lumivox']
  for (const password of [
    'Lovelace1815',
    'analytical!!2026',
    'l-u-m-i-v-o-x-1-2',
    '2026 LUMIVOX 2026',
    'lumivox lumivox',
    'Lumivox2026!Lumivox',
    'Lum1v0x lovelace',
  ])
    expect(passwordFault(password, about), password).toMatch(/easily guessed/)
  expect(passwordFault('lovelace writes notes', about)).toBeNull()
  expect(passwordFault('Lovelace1815')).toBeNull()
})

test('a phrase that only begins like a common one is fine, and what shares no letters with the address', () => {
  expect(passwordFault('welcome to my parlour')).toBeNull()
  expect(passwordFault('корова скачет через луну', ['me@агентство.рф'])).toBeNull()
  expect(passwordFault('owner@agency.test', ['owner@agency.test'])).toMatch(/easily guessed/)
  expect(passwordFault('acme-robotics', ['Acme Robotics'])).toMatch(/easily guessed/)
})

test('parts of an address too short to tell anything are ignored', () => {
  expect(passwordFault('ada-1815-1852', ['ada@b.example'])).toBeNull()
})

test('whatever is typed has a verdict, and what is accepted has an allowed length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 140 }), (password) => {
      const isFine = passwordFault(password, ['a@b.example']) === null
      if (isFine) expect(password.length >= 12 && password.length <= 128).toBe(true)
    }),
  )
})
