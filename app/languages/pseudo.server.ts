import { WELCOME_MESSAGE } from '#app/features/chat/settings/chat-appearance.ts'
import { starterFacts } from '#app/features/content/facts/starter-facts.ts'
import { mapTexts } from '#app/features/content/wording/texts-in.ts'
import { publicTextSets } from '#app/features/site/wording/catalogue.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { ProductTranslation } from '#app/platform/wording.ts'

const letters = 'aáeéiíoóuúAÁEÉIÍOÓUÚnñNÑcçCÇyýsš'
const accents = new Map(letters.match(/../g)?.map((pair) => [pair.charAt(0), pair.charAt(1)]))

/** Returns a text with accents, in brackets and two fifths longer, and with its placeholders unchanged. */
export function pseudo(text: string): string {
  const accented = text
    .split(/(\{\w+\})/)
    .map((part, n) =>
      n % 2 === 1 ? part : part.replaceAll(/[a-zA-Z]/g, (letter) => accents.get(letter) ?? letter),
    )
    .join('')
  return text.trim() === '' ? text : `[${accented}${'·'.repeat(Math.ceil(text.length * 0.4))}]`
}

/** The product's texts in the pseudo-language of tests, by which texts are found that no set contains. */
export const pseudoTranslation: ProductTranslation = {
  welcome: pseudo(WELCOME_MESSAGE),
  questions: {},
  facts: Object.fromEntries(
    starterFacts
      .filter(({ value }) => /[a-z]{3}/i.test(value))
      .map(({ name, value }) => [name, pseudo(value)]),
  ),
  sets: Object.fromEntries(
    publicTextSets.map(({ name, of }) => [name, mapTexts(of[defaultLocale], ({ text }) => pseudo(text))]),
  ),
}
