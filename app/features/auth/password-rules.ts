/** ASVS 5.0, 6.2: length counts, composition does not; common passwords are refused. */
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128

/** What the long ones among leaked passwords are made of: one of these, once or more, with digits and signs around it. */
const common =
  /^(password|passwort|qwertyuiop|qwertz|qwerty|letmein|iloveyou|welcome|admin|administrator|changeme|trustno|sunshine|football|baseball|princess|superman|abcdefgh|secret|default|loremipsum|asdfghjkl|zxcvbnm|monkey|dragon|master)\1*$/
const digitsInOrder = '0123456789012345678901234567890'
const digitsBackwards = '0987654321098765432109876543210'

/** A sentence why a password will not do, or null when it will. `about` is what others can guess: e-mail, site name. */
export function passwordFault(password: string, about: readonly string[] = []): string | null {
  if (password.length < PASSWORD_MIN) return `Please use at least ${PASSWORD_MIN} characters.`
  if (password.length > PASSWORD_MAX) return `Please use at most ${PASSWORD_MAX} characters.`
  if (new Set(password.toLowerCase()).size < 5)
    return 'This repeats a few characters. Please use a longer phrase of your own.'
  const readings = [lettersOf(password), lettersOf(unmasked(password))]
  const inOrder = digitsInOrder.includes(password) || digitsBackwards.includes(password)
  if (inOrder || readings.some((letters) => common.test(letters)))
    return 'This is among the most common passwords. Please use a phrase of your own.'
  const guessable = about.flatMap((text) => [text, ...text.split(/[@.\s]+/)]).map(lettersOf)
  if (guessable.some((word) => word.length > 3 && readings.includes(word)))
    return 'This is easily guessed from your address or site. Please use a phrase of your own.'
  return null
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
}

/** The usual digits and signs read as the letters they stand for: `p@ssw0rd`. */
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
  return text.replace(/[\d!?.]+$/, '').replaceAll(/[@43105$]/g, (sign) => meant[sign] ?? '')
}
