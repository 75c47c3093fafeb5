import { readdirSync } from 'node:fs'

import { expect, test } from 'vitest'

import { findCountry, listCountries } from './countries.server.ts'

const countries = listCountries('en')

test('more than 230 countries, each with a name and a code of its own', () => {
  expect(countries.length).toBeGreaterThan(230)
  expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length)
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
})

test('each has a two-letter code, a real name and a dial code', () => {
  for (const { code, name, dialCode } of countries) {
    expect(code).toMatch(/^[A-Z]{2}$/)
    expect(name).not.toBe(code)
    expect(dialCode).toMatch(/^\+[1-9]\d{0,3}$/)
  }
  expect(countries.find(({ code }) => code === 'DE')).toEqual({
    code: 'DE',
    name: 'Germany',
    dialCode: '+49',
  })
})

test('each has a flag, and there are no others', () => {
  const flags = readdirSync('public/flags').filter((name) => name.endsWith('.svg'))
  expect(flags.toSorted()).toEqual(countries.map(({ code }) => `${code}.svg`).toSorted())
})

test('countries are in alphabetical order, accented letters among their base letters', () => {
  const names = countries.map(({ name }) => name)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
  expect(names.indexOf('Åland Islands')).toBeLessThan(names.indexOf('Albania'))
})

test('a country is found by its name in any case or by its code', () => {
  for (const text of ['Germany', 'GERMANY', 'germany', 'DE', 'de'])
    expect(findCountry(text, 'en')?.code, text).toBe('DE')
  for (const { name, code } of countries) expect(findCountry(name, 'en')?.code).toBe(code)
})

test('a country is also found by common other names, with or without accents', () => {
  for (const [text, code] of [
    ['USA', 'US'],
    ['Great Britain', 'GB'],
    ['Turkiye', 'TR'],
    ['turkey', 'TR'],
    ['Österreich', 'AT'],
    ['Cote d’Ivoire', 'CI'],
  ])
    expect(findCountry(text ?? '', 'en')?.code, text).toBe(code)
})

test('half a name, another word or nothing finds none', () => {
  for (const text of ['', 'Germ', 'Atlantis', ' Germany', '+49', 'constructor'])
    expect(findCountry(text, 'en'), text).toBeUndefined()
})
