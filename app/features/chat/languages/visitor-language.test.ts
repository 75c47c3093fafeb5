import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aiTexts } from '#app/features/ai/messages.ts'
import { bookingsTexts } from '#app/features/bookings/messages.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import { cardTexts } from '#app/features/chat/tools/card-texts.ts'
import { contactTextsOf } from '#app/features/chat/widget/panel-texts.ts'
import { widgetTexts } from '#app/features/chat/widget/widget-texts.ts'
import { listTexts } from '#app/features/content/wording/texts-in.ts'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { fillCount, type Plural } from '#app/lib/messages.ts'

import { chooseLanguage, translations } from './visitor-language.server.ts'

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de'],
  ['en-US,en;q=0.9,de;q=0.8', undefined],
  ['nl, fr;q=0.5', 'fr'],
  ['fr;q=0.5, ar-EG', 'ar'],
  ['de;q=0, es', 'es'],
  ['zh-Hant-TW', 'zh'],
  ['in-ID', 'id'],
  ['PT-br', 'pt'],
  ['nl', undefined],
  ['*', undefined],
  ['__proto__, constructor, toString', undefined],
  ['', undefined],
  [null, undefined],
])('of the browser’s languages %s the panel speaks %s', (header, code) => {
  expect(chooseLanguage(header)?.code).toBe(code)
})

test('whatever a browser sends, a language or none is chosen', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('d', 'e', '-', ',', ';', 'q', '=', '0', '.', ' ', '*') }),
      (header) => {
        expect([undefined, 'de']).toContain(chooseLanguage(header)?.code)
      },
    ),
  )
})

test('Arabic and Urdu run from right to left', () => {
  const turned = Object.keys(translations).filter((code) => chooseLanguage(code)?.direction === 'rtl')
  expect(turned).toEqual(['ar', 'ur'])
})

/** The page's chat button, names that the owner sets, and messages for programs are not translated. */
const untranslated = new Set([
  'widget.open',
  'widget.defaultName',
  'chat.errors.unknownFields',
  'chat.errors.unreadableRating',
])

const leads = leadsTexts.of.en
const contact = contactTextsOf(leads, widgetTexts.of.en, '{siteName}')
const formTexts = new Set<string>(Object.keys(contact))
const bookings = bookingsTexts.of.en
const shown = {
  cards: cardTexts.of.en,
  bookings: {
    form: pick(bookings.form, ['name', 'email', 'consentBefore', 'consentLink', 'consentAfter']),
    errors: pick(bookings.errors, ['taken']),
    booked: pick(bookings.booked, ['title', 'text']),
  },
  widget: widgetTexts.of.en,
  chat: chatTexts.of.en,
  ai: aiTexts.of.en,
  leads: {
    form: Object.fromEntries(
      Object.entries(leads.form).filter(([name]) => name !== 'label' && formTexts.has(name)),
    ),
    toast: leads.toast,
  },
}

function pick<Name extends string>(texts: Readonly<Record<Name, string>>, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, texts[name]]))
}

const isForm = /\.(zero|one|two|few|many|other)$/

for (const [code, translation] of Object.entries(translations)) {
  const placed = new Map(
    listTexts({ ...translation, facts: {}, questions: {}, welcome: '' }).map((text) => [text.place, text]),
  )

  test(`${code}: every text is translated, with the same names in braces`, () => {
    const wanted = listTexts(shown).filter(({ place }) => !untranslated.has(place) && !isForm.test(place))
    expect(wanted.filter(({ place }) => !placed.has(place)).map(({ place }) => place)).toEqual([])
    for (const { place, text } of wanted) {
      const names = (one: string | undefined) => one?.match(/\{\w+\}/g)?.toSorted()
      expect(names(placed.get(place)?.text), place).toEqual(names(text))
    }
  })

  test(`${code}: numbers have the forms of the language`, () => {
    const { left } = translation.widget as { left: Plural }
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories
    expect(Object.keys(left).toSorted()).toEqual(forms.toSorted())
    for (const count of [0, 1, 2, 3, 11, 21, 100, 199])
      expect(fillCount(left, count, { locale: code })).not.toContain('{')
  })
}
