import { expect, test } from 'vitest'

import { suggestedQuestions } from '#app/features/chat/settings/openings.server.ts'
import { starterFacts } from '#app/features/content/facts/starter-facts.ts'
import { isPlural, listTexts } from '#app/features/content/wording/texts-in.ts'
import { publicTextSets } from '#app/features/site/wording/catalogue.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { productLanguages } from '#app/lib/languages.ts'
import { defaultLocale, fillCount, type Plural } from '#app/lib/messages.ts'

import { pseudo } from './pseudo.server.ts'
import { readTranslation } from './read-translation.server.ts'

const namesIn = (text: string) => text.match(/\{\w+\}/g)?.toSorted() ?? []

function pluralsIn(value: unknown): Plural[] {
  if (typeof value !== 'object' || value === null) return []
  return isPlural(value) ? [value] : Object.values(value).flatMap(pluralsIn)
}

for (const tag of productLanguages.filter((each) => each !== defaultLocale)) {
  test(`${tag}: each text has the places of the English one`, async () => {
    const { sets, facts } = assertDefined(await readTranslation(tag), 'the product speaks it')
    for (const { name, of } of publicTextSets) {
      const own = new Map(listTexts(sets[name]).map((text) => [text.place, text]))
      for (const { place, text, places } of listTexts(of[defaultLocale])) {
        const found = own.get(place)
        if (!found) continue
        if (!/\.(zero|one|two|few|many|other)$/.test(place))
          expect(namesIn(found.text), `${name}.${place}`).toEqual(namesIn(text))
        else for (const used of found.places) expect(places, `${name}.${place}`).toContain(used)
      }
    }
    const names = starterFacts.map(({ name }) => name)
    for (const name of Object.keys(facts)) expect(names).toContain(name)
  })

  test(`${tag}: plurals have the forms of the language`, async () => {
    const { sets } = assertDefined(await readTranslation(tag), 'the product speaks it')
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted()
    for (const plural of pluralsIn(sets)) {
      if (Object.keys(plural).length > 1) expect(Object.keys(plural).toSorted()).toEqual(forms)
      for (const count of [0, 1, 2, 3, 11, 21, 100, 199])
        expect(fillCount(plural, count, { locale: tag })).not.toContain('{count}')
    }
  })
}

test('the starter’s suggestions are translated into every language', async () => {
  for (const tag of productLanguages.filter((each) => each !== defaultLocale))
    expect(suggestedQuestions, tag).toEqual(Object.keys((await readTranslation(tag))?.questions ?? {}))
})

test('the pseudo-language keeps placeholders and is longer', () => {
  expect(pseudo('Hello {name}, welcome')).toBe('[Hélló {name}, wélčómé·········]'.replace('č', 'ç'))
})
