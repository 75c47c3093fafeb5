import { expect, test } from 'vitest'

import { textDirection } from './text-direction.ts'

test.each([
  ['Our services', 'ltr'],
  ['خدماتنا', 'rtl'],
  ['Lumivox تقدم حلول الذكاء الاصطناعي للشركات', 'rtl'],
  ['نستخدم OpenAI وClaude وGemini في مشاريعنا', 'rtl'],
  ['The Arabic word مرحبا means hello', 'ltr'],
  ['اتصل بنا: https://lumivox.example/contact/a-very-long-address', 'rtl'],
  ['[الأسعار](/services/ai-voice-agents) واضحة', 'rtl'],
  ['ہماری خدمات', 'rtl'],
  ['השירותים שלנו', 'rtl'],
  ['我们的服务', 'ltr'],
  ['42 – 7!', undefined],
  ['', undefined],
])('%s', (text, direction) => {
  expect(textDirection(text)).toBe(direction)
})

test('in a right-to-left message one word is enough to make a part right-to-left', () => {
  expect(textDirection('واجهة WhatsApp Business API')).toBe('ltr')
  expect(textDirection('واجهة WhatsApp Business API', 'rtl')).toBe('rtl')
  expect(textDirection('12 Main Street', 'rtl')).toBe('ltr')
})
