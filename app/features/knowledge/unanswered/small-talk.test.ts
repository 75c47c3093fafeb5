import { expect, test } from 'vitest'

import { isSmallTalk } from './small-talk.ts'

test('greetings, thanks, farewells and assent are no questions in any of many languages', () => {
  for (const message of [
    'Hello there!',
    'Hi Anna',
    'How are you?',
    'Ok, thanks a lot',
    'Vielen Dank',
    'Danke für die schnelle Antwort',
    'Merci beaucoup pour votre aide',
    '¡Muchas gracias!',
    'Obrigado pela ajuda',
    'Спасибо за помощь!',
    'شكرا جزيلا',
    'धन्यवाद',
    '谢谢你的帮助！',
    'ありがとうございました。',
    'Terima kasih atas bantuannya',
    'ধন্যবাদ',
    'شکریہ',
    'Tack så mycket',
    '감사합니다!',
    '👍',
  ])
    expect(isSmallTalk(message), message).toBe(true)
})

test('what asks for something is a question, also after a greeting', () => {
  for (const message of [
    'opening hours',
    'Preise?',
    'Why?',
    'Hello, what does a website cost?',
    'Hi, I need the price of a website',
    'Danke, und was kostet das?',
    'Gracias, ¿cuánto cuesta?',
    '谢谢，网站多少钱？',
    'Is the reply quick?',
    'Thanks. Tell me your VAT number',
  ])
    expect(isSmallTalk(message), message).toBe(false)
})
