import { expect, test } from 'vitest'

import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { WELCOME_MESSAGE } from './chat-appearance.ts'
import { readChatAppearance } from '../assistants/read-assistant.server.ts'
import { openings, saveOpenings } from './openings.server.ts'

const starter = ['What services do you offer?', 'How much does it cost?', 'How do we get started?']

test('a fresh installation welcomes in the given words on every page, and suggests questions', async () => {
  const ctx = await createTestCtx()
  for (const page of [null, '/', '/services', '//evil.example', 'x'.repeat(5000)])
    expect(await readChatAppearance(ctx, page)).toMatchObject({
      welcomeMessage: WELCOME_MESSAGE,
      questions: starter,
    })
})

test('a page greets and asks in its own words, however its path is written', async () => {
  const ctx = asOwner(await createTestCtx())
  await saveOpenings(ctx, {
    questions: 'One?\r\n\r\n  Two?  \nOne?',
    'pages.0.path': ' /über-uns/?from=menu#top ',
    'pages.0.greeting': 'Hello <b>there</b>',
    'pages.0.questions': '',
    'pages.3.path': '/pricing',
    'pages.3.questions': 'What is included?',
  })
  expect(await readChatAppearance(ctx, '/%C3%BCber-uns')).toMatchObject({
    welcomeMessage: 'Hello <b>there</b>',
    questions: ['One?', 'Two?'],
  })
  expect(await readChatAppearance(ctx, '/pricing/')).toMatchObject({
    welcomeMessage: WELCOME_MESSAGE,
    questions: ['What is included?'],
  })
  expect(await readChatAppearance(ctx, '/other')).toMatchObject({ questions: ['One?', 'Two?'] })

  await saveOpenings(ctx, { questions: '', 'pages.0.path': '/a', 'pages.1.path': '/b', remove: 'pages.0' })
  expect(await openings.read(ctx)).toEqual({
    questions: [],
    pages: [{ path: '/b', greeting: '', questions: [] }],
  })
})

test.each([
  [{ 'pages.0.path': 'services' }, 'pages.0.path'],
  [{ 'pages.0.path': '//elsewhere.example' }, 'pages.0.path'],
  [{ 'pages.4.greeting': 'Without a path' }, 'pages.4.path'],
  [{ 'pages.0.path': '/a', 'pages.2.path': '/a/' }, 'pages.2.path'],
  [{ 'pages.1.path': '/a', 'pages.1.greeting': 'x'.repeat(501) }, 'pages.1.greeting'],
  [{ 'pages.1.path': '/a', 'pages.1.questions': 'q\n'.repeat(1).concat('a\0b') }, 'pages.1.questions'],
  [{ questions: '1\n2\n3\n4\n5\n6\n7' }, 'questions'],
  [Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`pages.${n}.path`, `/p${n}`])), 'pages'],
])('what cannot be stored is refused at its field: %o', async (fields, field) => {
  const ctx = asOwner(await createTestCtx())
  await expect(saveOpenings(ctx, fields)).rejects.toMatchObject({ fields: { [field]: expect.any(String) } })
})
