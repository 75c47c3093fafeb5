import { assertDefined } from '#app/lib/assert-defined.ts'

/** ASVS 5.0, 6.2: length counts, composition does not. */
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128

/** Returns why a password is rejected without a look-up, or null. `about` is what others can guess, such as the e-mail address. */
export function passwordFault(password: string, about: readonly string[] = []): string | null {
  if (password.length < PASSWORD_MIN) return `Please use at least ${PASSWORD_MIN} characters.`
  if (password.length > PASSWORD_MAX) return `Please use at most ${PASSWORD_MAX} characters.`
  if (new Set(password.toLowerCase()).size < 5)
    return 'This repeats a few characters. Please use a longer phrase of your own.'
  const words = guessableWords(about)
  const readings = [lettersOf(password), lettersOf(unmasked(password))]
  if (readings.some((letters) => isMadeOf(letters, words)))
    return 'This is easily guessed from your address or site. Please use a phrase of your own.'
  return null
}

/** Returns each text as a whole and split into words, without words too short to matter. */
export function guessableWords(about: readonly string[]): string[] {
  const words = about.flatMap((text) => [text, ...text.split(/[@.\-_\s]+/)]).map(lettersOf)
  return [...new Set(words)].filter((word) => word.length > 3).sort((a, b) => b.length - a.length)
}

/** Returns whether removing these words leaves fewer than four letters. */
function isMadeOf(letters: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), letters)
  return rest.length < letters.length && rest.length < 4
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
}

/** Replaces the usual digits and signs by the letters they stand for, as in `p@ssw0rd`. */
function unmasked(text: string): string {
  const meant: Readonly<Record<string, string>> = {
    '@': 'a',
    '4': 'a',
    '3': 'e',
    '1': 'i',
    '0': 'o',
    $: 's',
    '5': 's',
  }
  return text
    .replace(/[\d!?.]+$/, '')
    .replaceAll(/[@43105$]/g, (sign) => assertDefined(meant[sign], 'the pattern lists the keys of the table'))
}
