import { directionOf, readLanguage } from '#app/lib/languages.ts'

/** Languages that a post may have: each with its own name and whether it is written from right to left. */
const languages = new Map<string, { name: string; isRightToLeft?: true }>([
  ['ar', { name: 'العربية', isRightToLeft: true }],
  ['bg', { name: 'Български' }],
  ['bn', { name: 'বাংলা' }],
  ['ca', { name: 'Català' }],
  ['cs', { name: 'Čeština' }],
  ['da', { name: 'Dansk' }],
  ['de', { name: 'Deutsch' }],
  ['el', { name: 'Ελληνικά' }],
  ['en', { name: 'English' }],
  ['es', { name: 'Español' }],
  ['et', { name: 'Eesti' }],
  ['fa', { name: 'فارسی', isRightToLeft: true }],
  ['fi', { name: 'Suomi' }],
  ['fr', { name: 'Français' }],
  ['he', { name: 'עברית', isRightToLeft: true }],
  ['hi', { name: 'हिन्दी' }],
  ['hr', { name: 'Hrvatski' }],
  ['hu', { name: 'Magyar' }],
  ['id', { name: 'Bahasa Indonesia' }],
  ['it', { name: 'Italiano' }],
  ['ja', { name: '日本語' }],
  ['ko', { name: '한국어' }],
  ['lt', { name: 'Lietuvių' }],
  ['lv', { name: 'Latviešu' }],
  ['ms', { name: 'Bahasa Melayu' }],
  ['nb', { name: 'Norsk bokmål' }],
  ['nl', { name: 'Nederlands' }],
  ['pl', { name: 'Polski' }],
  ['pt', { name: 'Português' }],
  ['ro', { name: 'Română' }],
  ['ru', { name: 'Русский' }],
  ['sk', { name: 'Slovenčina' }],
  ['sl', { name: 'Slovenščina' }],
  ['sr', { name: 'Српски' }],
  ['sv', { name: 'Svenska' }],
  ['sw', { name: 'Kiswahili' }],
  ['th', { name: 'ไทย' }],
  ['tr', { name: 'Türkçe' }],
  ['uk', { name: 'Українська' }],
  ['ur', { name: 'اردو', isRightToLeft: true }],
  ['vi', { name: 'Tiếng Việt' }],
  ['zh-Hans', { name: '简体中文' }],
  ['zh-Hant', { name: '繁體中文' }],
])

export const postLanguages = [...languages].map(([code, { name }]) => ({ code, name }))

/** A post may also have any language that a site may have, such as `pt-BR`. */
export function isPostLanguage(code: string): boolean {
  return languages.has(code) || readLanguage(code) === code
}

/** Returns the attributes of an element in a post's language; none for the site's language. */
export function spokenIn(language: string | null): { lang?: string; dir?: 'ltr' | 'rtl' } {
  if (language === null) return {}
  return { lang: language, dir: languages.get(language)?.isRightToLeft ? 'rtl' : directionOf(language) }
}

/** Returns the listed language for another program's tag, such as `ar` for `ar_EG`, or an empty string. */
export function languageOfTag(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag.trim().replaceAll('_', '-')).maximize()
    const known = [`${language}-${script}`, language].find((code) => languages.has(code))
    return known === undefined ? '' : known
  } catch {
    return ''
  }
}
