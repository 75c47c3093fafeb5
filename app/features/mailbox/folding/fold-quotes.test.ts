import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { corporaOf, thirdPartyFolder } from '#tests/support/corpora.ts'

import { foldQuotes } from './fold-quotes.ts'

type Case = { name: string; mail: string; text: string }

for (const corpus of corporaOf('email-replies').filter(({ isOwn }) => isOwn))
  test.each(corpus.cases<Case>())('$name', ({ mail, text }) => {
    expect(foldQuotes(mail).text).toBe(text)
    expect(foldQuotes(mail.replaceAll('\n', '\r\n')).text).toBe(text)
  })

const realFile = join(thirdPartyFolder, 'real-files', 'mail-replies.json')
const realCases = existsSync(realFile) ? (JSON.parse(readFileSync(realFile, 'utf8')) as Case[]) : []

test.skipIf(realCases.length > 0)(`replies of real programs, skipped because ${realFile} is missing`, (t) =>
  t.skip(),
)

test.each(realCases)('a real reply: $name', ({ mail, text }) => {
  expect(foldQuotes(mail).text).toBe(text)
})

test('below a header block that comes first, an older mail with headers is folded as well', () => {
  const headers = (from: string) =>
    `Von: ${from} <a@b.example>\nGesendet: heute\nAn: mich\nBetreff: Angebot\n\n`
  const mail = `_____________\n${headers('Ada')}Ja, gern.\n\n${headers('Bob')}Passt es?`
  expect(foldQuotes(mail).text).toBe('Ja, gern.')
})

test('headers without a mail below are shown', () => {
  const mail = 'From: Ada <a@b.example>\nSent: today\nTo: me\nSubject: Hi'
  expect(foldQuotes(mail)).toEqual({ text: mail, quoted: null })
})

test.each([
  'Please sign above this line.',
  'We replied. The text above this line is the contract.',
  'Wer über dieser Zeile steht, hat gewonnen',
  '## A heading ##',
])('the sentence %j is not a marker of a ticket system', (sentence) => {
  expect(foldQuotes(`Hello,\n${sentence}\nBye`).text).toBe(`Hello,\n${sentence}\nBye`)
})

/** How Gmail and Outlook attribute a quote in their own languages; the last line is the writer's. */
test.each([
  'मंगल, 24 नव॰ 2026 को 10:12 पूर्वाह्न पर Agency <a@b.example> ने लिखा:',
  'El dt., 24 de nov. 2026, Agency <a@b.example> va escriure:',
  'dt., 24 de nov. 2026 a les 10:12 Missatge de Agency <a@b.example> del dia:',
  'понедельник, 6 октября 2026 г. пользователь Agency написал:',
  'T, 24. november 2026 kell 10:12 Agency <a@b.example> kirjutas:',
  'Pada tanggal Sel, 24 Nov 2026 pukul 10.12 Agency <a@b.example> menulis:',
  'otrd., 2026. g. 24. nov., plkst. 10:12 — lietotājs Agency (<a@b.example>) rakstīja:',
  '2026-11-24, an, 10:12 Agency <a@b.example> rašė:',
  'Vào Th 3, 24 thg 11, 2026 vào lúc 10:12 Agency <a@b.example> đã viết:',
  'இல் செவ்., 24 நவ., 2026, முற்பகல் 10:12 மணிக்கு, Agency <a@b.example> எழுதியது:',
  'மங்கள 2026 நவ 24 10:12 Agency <a@b.example> unknown word:',
  'सोम, २४ नोभेम्बर २०२६ १०:१२ Agency <a@b.example> ले लेख्नुभयो:',
  'মঙ্গল, ২৪ নভে., ২০২৬ তারিখে ১০:১২ টায় Agency <a@b.example> লিখেছেন:',
  'Agency <a@b.example> schrieb:',
])('%s attributes the quote below it', (attribution) => {
  expect(foldQuotes(`Yes.\n\n${attribution}\n\n> Old`).text).toBe('Yes.')
})

test.each([
  ['From', 'Sent', 'To', 'Subject'],
  ['De', 'Enviat', 'Per a', 'Assumpte'],
  ['प्रेषक', 'भेजा गया', 'प्रति', 'विषय'],
  ['De la', 'Trimis', 'Către', 'Subiect'],
  ['От', 'Изпратено', 'До', 'Относно'],
  ['Saatja', 'Saadetud', 'Adressaat', 'Teema'],
  ['Từ', 'Đã gửi', 'Tới', 'Chủ đề'],
  ['Dari', 'Dikirim', 'Kepada', 'Subjek'],
  ['จาก', 'ส่ง', 'ถึง', 'เรื่อง'],
  ['**Von:**', '**Gesendet:**', '**An:**', '**Betreff:**'],
])('below the headers %s, %s, %s and %s stands the quote, or the answer if nothing is above', (...labels) => {
  const named = labels.map((label) => (label.endsWith('**') ? label : `${label}:`))
  const values = ['Agency <a@b.example>', 'Tuesday, 24 November 2026 10:12', 'Paul', 'Offer']
  const headers = named.map((label, at) => `${label} ${values[at]}`).join('\n')
  expect(foldQuotes(`Yes.\n\n${headers}\n\nOld`).text).toBe('Yes.')
  expect(foldQuotes(`${headers}\n\nYes.\n\n> Old`).text).toBe('Yes.')
})

test.each([
  '##- Please type your reply above this line -##',
  '-- Bitte antworten Sie oberhalb dieser Zeile --',
  'Please reply above this line',
  '## Répondez au-dessus de cette ligne ##',
  '---- Escriba su respuesta por encima de esta línea ----',
  '——— Пожалуйста, ответьте выше этой строки ———',
  '##- この行より上に返信してください -##',
])('%s ends the answer', (marker) => {
  expect(foldQuotes(`Yes.\n\n${marker}\n\nOld`)).toEqual({ text: 'Yes.', quoted: `${marker}\n\nOld` })
  expect(foldQuotes(`${marker}\n\nYes.`).text).toBe('Yes.')
})

test('a sentence about such a line is no such line', () => {
  const text = 'I could not type my reply above this line of the form.\n\nWhat now?'
  expect(foldQuotes(text)).toEqual({ text, quoted: null })
})

const pieces = fc.constantFrom(
  '> ',
  'On 3 Nov 2026 at 9:14, Ada <ada@example.com> wrote:',
  'Am 3.11.2026 um 9:14 schrieb',
  'From: Ada <ada@example.com>',
  'Sent: today',
  'To: me',
  'Subject: Hi',
  '-----Original Message-----',
  '##- Please type your reply above this line -##',
  '-- reply above this line --',
  '________________________________',
  '-- ',
  '--',
  'Sent from my iPhone',
  '<a@',
  ':',
  '\u202a',
  '\r',
)
const line = fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 40 }))
const mail = fc.array(fc.tuple(line, fc.constantFrom('\n', '', '\r\n', '\n\n')), { maxLength: 25 })
const textOf = (parts: [string, string][]) => parts.flat().join('')

/** Returns the words of a mail in sorted order. */
const words = (text: string) => text.split(/\s+/).filter(Boolean).toSorted()

test('nothing of any mail is lost or made up', () => {
  fc.assert(
    fc.property(mail.map(textOf), (text) => {
      const { text: written, quoted } = foldQuotes(text)
      expect(words(`${written}\n${quoted ?? ''}`)).toEqual(words(text))
    }),
  )
})

test('what was written stays so when it is folded again', () => {
  fc.assert(
    fc.property(fc.array(fc.lorem({ maxCount: 12 }), { maxLength: 8 }), (paragraphs) => {
      const text = paragraphs.join('\n\n')
      expect(foldQuotes(text)).toEqual({ text, quoted: null })
    }),
  )
})

/** Each text would keep a backtracking expression busy for hours. */
test.each([
  ['an endless heading', 'On 3 Nov 2026 at 9:14 a'.repeat(100_000)],
  ['many headings', 'On 3 Nov 2026 at 9:14 x wrote\n'.repeat(20_000)],
  ['many open headings', 'On 3 Nov 2026 <a@b.c\n'.repeat(20_000)],
  ['many colons', ':'.repeat(200_000)],
  ['many addresses', 'a@a.'.repeat(100_000)],
  ['many brackets', '<'.repeat(200_000)],
  ['many dashes', '-'.repeat(200_000)],
  ['many short dashes', '-- \n'.repeat(50_000)],
  ['many spaces', `${' '.repeat(200_000)}x`],
  ['many empty lines', '\n'.repeat(200_000)],
  ['many markers', '##-a-##\n'.repeat(25_000)],
  ['many header blocks', 'From: a@b.c\nTo: c\nSubject: d\n\n'.repeat(6000)],
  ['many labels', 'From: a\n'.repeat(50_000)],
  ['many signatures', 'Sent from my iPhone\nx\n'.repeat(20_000)],
])('%s takes no longer than other texts', (_, text) => {
  const { text: written, quoted } = foldQuotes(text)
  expect(`${written}${quoted ?? ''}`.length).toBeLessThanOrEqual(text.length + 1)
})
