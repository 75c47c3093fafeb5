import { expect, test } from 'vitest'

import { readSigns } from './read-signs.ts'

const page = { phones: [], questions: [], sections: [], hasForm: false, description: '' }
const signsOf = (said: string) => readSigns(page, said, false)

test.each([
  ['Call us: (555) 123-4567', '(555) 123-4567'],
  ['Telefon 030 / 123 45 67', '030 / 123 45 67'],
  ['+49 30 1234567', '+49 30 1234567'],
  ['Tél. : 01 23 45 67 89', '01 23 45 67 89'],
  ['Founded in 1998, 2,000 customers, 10.10.2024', null],
  ['Order 4711 0815 1234', null],
])('the phone number of %j is %j', (said, phone) => {
  expect(signsOf(said).phone).toBe(phone)
})

test.each([
  ['Mon–Fri 8:00 am to 6 pm', true],
  ['Montag bis Freitag 8–18 Uhr', true],
  ['Our hours', true],
  ['Do 3 things in 24 hours', false],
  ['A month has 28 to 31 days', false],
])('whether %j states hours: %j', (said, hasHours) => {
  expect(signsOf(said).hasHours).toBe(hasHours)
})
