/** ASVS 5.0, 6.2: length counts, composition does not; common passwords are refused. */
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128

/** Beginnings of the long passwords that lists of leaked ones are full of. */
const common =
  /^(1234567890|0123456789|password|passw0rd|p@ssword|p@ssw0rd|qwertyuiop|qwerty12|letmein|iloveyou|welcome|admin|changeme|trustno1|sunshine|football|baseball|princess|superman|abc123|abcd1234|secret|default)/i

/** A sentence why a password will not do, or null when it will. `about` is what others can guess: e-mail, site name. */
export function passwordFault(password: string, about: readonly string[] = []): string | null {
  if (password.length < PASSWORD_MIN) return `Please use at least ${PASSWORD_MIN} characters.`
  if (password.length > PASSWORD_MAX) return `Please use at most ${PASSWORD_MAX} characters.`
  const lower = password.toLowerCase()
  if (new Set(lower).size < 5) return 'This repeats a few characters. Please use a longer phrase of your own.'
  if (common.test(password))
    return 'This is among the most common passwords. Please use a phrase of your own.'
  const guessable = about
    .flatMap((text) => text.toLowerCase().split(/[@.\s]+/))
    .filter((word) => word.length > 3)
  if (guessable.some((word) => lower.replaceAll(/[\d\W_]+/g, '') === word.replaceAll(/[\d\W_]+/g, '')))
    return 'This is easily guessed from your address or site. Please use a phrase of your own.'
  return null
}
