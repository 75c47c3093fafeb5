import type { Language } from './languages.server.ts'
import { termOf } from './terms.ts'

/** The words of one line mean about the same to a customer of a business; a word may be in several lines. */
const groups: Readonly<Record<string, string>> = {
  en: `
price pricing cost fee charge rate expensive cheap afford budget quote
pay payment paid invoice bill billing deposit instalment
refund reimburse money back return
hours open opening closing closed 24/7 availability available
fast quick quickly soon rapid speed ready delivery delivered duration timeline deadline
edit change changed update modify revise revision amend
own owner ownership belong property
plan package tier option
website site web page homepage
film video clip movie footage
phone telephone call caller ring
chatbot bot assistant
email mail mailbox inbox
contact reach write message
reply respond response answer
inquiry enquiry request message question
liable liability responsible responsibility fault damage
contract agreement terms
delete deletion erase erasure remove
keep store storage retain retention
translate translation language
location based office address
allowed permitted permission consent
company business firm agency organisation organization
customer client
guarantee warranty promise
start begin beginning
finish finished done complete final
safe security secure protect encrypted password
support help maintenance
vacation holiday leave absence
sick sickness ill illness
law legal lawyer attorney
doctor dentist dental clinic practice medical patient
hotel restaurant
shop store webshop
text copy wording content
search google engine seo
tracking analytics statistics
source cite citation passage
visitor user guest
interested lead prospect
automate automated automatic automation
integrate integration connect connection
transfer handover forward
human person people somebody someone staff employee
angry upset complaint
emergency urgent
book booking appointment reservation schedule calendar
report figures
accurate accuracy correct mistake error wrong
share disclose
receive recipient
sell sale
train training
many several number
simultaneous parallel
human natural robot artificial generated
voice sound speech speak spoken
stop switch halt pause cancel withdraw
format size
save saving reduce less lower cheaper
technology tool framework stack
worldwide international global abroad country
cheapest smallest basic starter
largest biggest enterprise
professional standard middle
uptime availability downtime outage
cancel cancellation terminate
deposit advance prepayment upfront
spreadsheet scan form`,
}

/** Everyday phrases, each with the word that documents use for it. Their own words mean something else by themselves. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bmoney back\b/gi, 'refund'],
  [/\bhow much (?=(?:is|are|do|does|did|will|would|for)\b)/gi, 'what price '],
  [/\b(?:hold|holds|hang|hangs) on to\b/gi, 'keep'],
  [/\bget(?:ting)? rid of\b/gi, 'delete'],
  [/\btext messages?\b/gi, 'SMS'],
  [/\b(?:get|be|stay) in touch\b/gi, 'contact'],
  [/\bin charge of\b/gi, 'responsible for'],
  [/\b(?:back out|call off)\b/gi, 'cancel'],
  [/\b(?:up front|in advance|beforehand)\b/gi, 'upfront'],
  [/\bsign(?:ing)? up\b/gi, 'register'],
  [/\bround the clock\b/gi, '24/7'],
]

/** Replaces everyday English phrases by the word that documents use. */
export function withoutPhrases(question: string): string {
  return phrases.reduce((text, [phrase, word]) => text.replace(phrase, word), question)
}

/** By language, filled on demand: each term with the other terms of its groups. */
const known = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>()

const none: ReadonlySet<string> = new Set()

export function synonymsOf(term: string | undefined, language: Language): ReadonlySet<string> {
  const lines = groups[language.code]
  if (term === undefined || lines === undefined) return none
  const synonyms = known.get(language.code) ?? readGroups(lines, language)
  known.set(language.code, synonyms)
  return synonyms.get(term) ?? none
}

function readGroups(lines: string, language: Language): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const line of lines.trim().split('\n')) {
    const terms = line.split(' ').map((word) => termOf(word, language))
    for (const term of terms) found.set(term, new Set([...(found.get(term) ?? []), ...terms]))
  }
  return found
}
