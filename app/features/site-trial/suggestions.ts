import { sumsOf } from './reading/measured.ts'
import type { Figures } from './reading/measured.ts'
import type { Signs } from './reading/trial-page.ts'

export type ReadPage = { url: string; title: string; signs: Signs }

export type Sign =
  | { kind: 'phone'; phone: string }
  | { kind: 'questions'; count: number }
  | { kind: 'hours' | 'form' | 'description' }
  | { kind: 'weight'; theirs: number; ours: number }

export type Evidence = { sign: Sign; page: Pick<ReadPage, 'url' | 'title'> }

export type Suggestion = {
  /** Id of the service's page; a service that is no longer sold is not suggested. */
  serviceId: string
  evidence: readonly Evidence[]
}

/** A visitor's page is called heavy only if it weighs this many times ours. */
const HEAVIER = 1.5
const MOST_PAGES_NAMED = 3

/** Derives suggestions from a site's pages, by the same rules for every site. */
export function suggestFor(pages: readonly ReadPage[], { theirs, ours }: Figures): Suggestion[] {
  const seen = (signOf: (signs: Signs) => Sign | null): Evidence[] =>
    pages
      .flatMap((page) => {
        const sign = signOf(page.signs)
        return sign ? [{ sign, page }] : []
      })
      .slice(0, MOST_PAGES_NAMED)
  const phone = firstOf(
    seen((signs) => (signs.phone === null ? null : { kind: 'phone', phone: signs.phone })),
  )
  const questions = seen(({ questions: count }) => (count > 0 ? { kind: 'questions', count } : null))
  const hours = firstOf(seen(({ hasHours }) => (hasHours ? { kind: 'hours' } : null)))
  const form = seen(({ hasForm }) => (hasForm ? { kind: 'form' } : null))
  const description = firstOf(seen(({ hasDescription }) => (hasDescription ? null : { kind: 'description' })))
  const [home] = pages
  const weight: Evidence[] =
    home && ours && sumsOf(theirs).bytes > HEAVIER * sumsOf(ours).bytes
      ? [{ sign: { kind: 'weight', theirs: sumsOf(theirs).bytes, ours: sumsOf(ours).bytes }, page: home }]
      : []
  const all: Suggestion[] = [
    { serviceId: 'ai-chatbots', evidence: [...questions, ...hours] },
    { serviceId: 'ai-voice-agents', evidence: phone },
    { serviceId: 'workflow-automation', evidence: form },
    { serviceId: 'website-development', evidence: weight },
    { serviceId: 'seo-optimisation', evidence: description },
  ]
  return all.filter(({ evidence }) => evidence.length > 0)
}

function firstOf(evidence: readonly Evidence[]): Evidence[] {
  return evidence.slice(0, 1)
}
