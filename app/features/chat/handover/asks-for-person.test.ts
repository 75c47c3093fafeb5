import { expect, test } from 'vitest'

import { asksForPerson } from './asks-for-person.ts'

test.each([
  'Talk to a human',
  'I want to talk to a human.',
  'Can I please speak with someone?',
  'I’d like to speak to a real person',
  "I'd rather talk to a person",
  'please connect me to an agent',
  'Put me through to your support team!',
  'This is no help. Let me speak to a human being',
  'human please',
  'I need a real person',
  'Kann ich bitte mit einem Menschen sprechen?',
  'Ich möchte mit einem Mitarbeiter reden',
  'Verbinden Sie mich mit jemandem',
  'Je voudrais parler à un conseiller',
  'Puis-je parler avec quelqu’un ?',
  'Quiero hablar con una persona',
  '¿Puedo hablar con alguien?',
  'Vorrei parlare con un operatore',
  'Quero falar com um atendente',
  'Ik wil graag met een medewerker spreken',
  'Chcę porozmawiać z człowiekiem',
  'Хочу поговорить с живым человеком',
  'Позовите оператора',
  'Bir insanla konuşmak istiyorum',
  'Saya ingin bicara dengan orang',
  'Tôi muốn nói chuyện với nhân viên',
  'أريد التحدث مع شخص حقيقي',
  'मुझे किसी इंसान से बात करनी है',
  '转人工',
  '我想跟真人聊聊',
  '请把我转给真人',
  '人と話したいです',
  '担当者に繋いでください',
  '상담원과 연결해 주세요',
])('%s', (message) => {
  expect(asksForPerson(message)).toBe(true)
})

test.each([
  'Can your chatbot talk to people in Spanish?',
  'Does a voice agent speak to callers like a person?',
  'How many people work in your team?',
  'What does an AI agent cost?',
  'I want to build an agent',
  'Is this a person?',
  'The personality of the bot',
  'Was kostet ein Chatbot, der mit Menschen sprechen kann?',
  'Peut-on personnaliser un agent ?',
  '¿Cuánto cuesta un agente de voz?',
  '人工智能聊天机器人多少钱？',
  '语音代理能把紧急电话转给真人吗？',
  'Thank you',
  '',
  `${'We sell sheds. '.repeat(30)} I want to talk to a human.`,
])('not: %s', (message) => {
  expect(asksForPerson(message)).toBe(false)
})
