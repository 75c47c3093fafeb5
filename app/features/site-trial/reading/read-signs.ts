import type { SitePage } from '#app/features/content/import-site/site-page.ts'

import type { Signs } from './trial-page.ts'

const HOURS =
  /opening (?:hours|times)|business hours|(?:^|\n)(?:our |office )?hours\b|öffnungszeiten|sprechzeiten|horaires d.ouverture|horarios?\b|orari\b|openingstijden/i
/** A weekday and a span of the day, such as `Mon–Fri 8:00 am to 6 pm`. */
const DAY_AND_SPAN =
  /(?<!\p{L})(?:mon(?:day|tag)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|mo|di(?:enstag)?|mi(?:ttwoch)?|do(?:nnerstag)?|fr(?:eitag)?|lun(?:di|es|edì)?|mar(?:di|tes|tedì)?|vie(?:rnes)?|ven(?:dredi|erdì)?|ma(?:andag)?|vr(?:ijdag)?)(?!\p{L})[^\n]{0,30}?\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|h|uhr)? ?(?:[-–—]|to|bis|à|a|tot) ?\d{1,2}/iu
const CALLED =
  /(?<!\p{L})(?:tel(?:e(?:fon|phone|foon)|éfono|efono)?|phone|call|fon|tél(?:éphone)?|mobile?|☎|📞)[^\d+(\n]{0,20}(\+?\(?\d[\d ()/.–-]{4,18}\d)/iu
/** Without such a word, only forms that nothing else has. */
const PHONE = /(?<![\d.])(\+\d[\d ()/.–-]{7,18}\d|\(\d{3}\) ?\d{3}-\d{4})(?!\d)/u
const LONGEST_PHONE = 40

/** Below this many characters, a home page with scripts shows its text only in a browser. */
const HARDLY_ANY_TEXT = 200

type Read = Pick<SitePage, 'phones' | 'questions' | 'sections' | 'hasForm' | 'description'>

/** @param said all visible text of the page @param hasScripts whether a browser loads scripts with it */
export function readSigns(page: Read, said: string, hasScripts: boolean): Signs {
  const phone = page.phones[0] ?? CALLED.exec(said)?.[1] ?? PHONE.exec(said)?.[1]
  const headings = page.sections.map(({ heading }) => heading.trim())
  const asked = new Set([
    ...page.questions.map(({ question }) => question.trim()),
    ...headings.filter((heading) => /[?？؟]$/.test(heading)),
  ])
  return {
    phone: phone?.trim().slice(0, LONGEST_PHONE) ?? null,
    questions: asked.size,
    hasForm: page.hasForm,
    hasHours: HOURS.test(said) || DAY_AND_SPAN.test(said),
    hasDescription: page.description !== '',
    needsScript: hasScripts && said.length - page.description.length < HARDLY_ANY_TEXT,
  }
}
