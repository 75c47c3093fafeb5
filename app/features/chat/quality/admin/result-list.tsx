import { Link } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { Check, X } from '#app/ui/icons.tsx'

import type { ShownResult } from '../runs/read-runs.server.ts'
import {
  type Check as Checked,
  isSamePassage,
  type UsedPassage,
  verdictNames,
  verdictTones,
} from '../runs/test-result.ts'

type ResultListProps = {
  title: string
  results: readonly ShownResult[]
  total: number
  allPath: string
  isOpen?: boolean
}

export function ResultList({ title, results, total, allPath, isOpen = false }: ResultListProps) {
  if (results.length === 0) return null
  const id = allPath.replaceAll(/\W/g, '-')
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <Results results={results} isOpen={isOpen} />
      {total > results.length ? (
        <Link to={allPath} className="text-sm underline underline-offset-4">
          All {total}
        </Link>
      ) : null}
    </section>
  )
}

export function Results({ results, isOpen = false }: { results: readonly ShownResult[]; isOpen?: boolean }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
      {results.map((result) => (
        <li key={result.id} className="grid gap-3 p-4 sm:p-5">
          <Result result={result} isOpen={isOpen} />
        </li>
      ))}
    </ul>
  )
}

function Result({ result, isOpen }: { result: ShownResult; isOpen: boolean }) {
  const { text, verdict, change, checks, failure, before } = result
  return (
    <>
      <div className="flex flex-wrap items-start gap-2">
        <Link
          to={`/admin/quality/questions/${result.question_id}`}
          className="mr-auto min-w-0 font-medium wrap-anywhere"
        >
          <bdi>{text}</bdi>
        </Link>
        {change === 'regressed' ? <Badge tone="danger">Got worse</Badge> : null}
        {change === 'improved' ? <Badge tone="success">Got better</Badge> : null}
        <Badge tone={verdictTones[verdict]}>{verdictNames[verdict]}</Badge>
      </div>
      {failure === null ? null : <p className="text-sm wrap-anywhere text-danger">{failure}</p>}
      <ul className="grid gap-1 text-sm">
        {checks.map((check, at) => (
          <li key={at} className="flex items-start gap-2">
            {check.isMet ? (
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
            ) : (
              <X aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            )}
            <span className="min-w-0 wrap-anywhere">{sentenceOf(check)}</span>
          </li>
        ))}
      </ul>
      <details open={isOpen}>
        <summary className="cursor-pointer text-sm text-secondary">Answer and passages</summary>
        <div className={before ? 'mt-3 grid gap-5 md:grid-cols-2' : 'mt-3 grid gap-5'}>
          <Answered
            title={before ? 'Now' : null}
            {...result}
            others={before?.passages ?? null}
            missing="New"
          />
          {before ? (
            <Answered title="Before" {...before} others={result.passages} missing="No longer found" />
          ) : null}
        </div>
      </details>
    </>
  )
}

function sentenceOf({ kind, expected, isMet }: Checked): string {
  const words = expected.map((one) => `“${one}”`).join(' or ')
  switch (kind) {
    case 'fact':
      return isMet ? `It says ${words}.` : `It does not say ${words}.`
    case 'source':
      return isMet ? `It cites ${words}.` : `It does not cite ${words}.`
    case 'answered':
      return isMet ? 'It answers with a source.' : 'It does not answer with a source.'
    case 'unknown':
      return isMet ? 'It says that it does not know.' : 'It does not say that it does not know.'
  }
}

type AnsweredProps = {
  title: string | null
  answer: string
  passages: readonly UsedPassage[]
  others: readonly UsedPassage[] | null
  /** The label of a passage that the other answer lacks. */
  missing: string
}

function Answered({ title, answer, passages, others, missing }: AnsweredProps) {
  return (
    <div className="grid min-w-0 content-start gap-3">
      {title === null ? null : <h3 className="text-sm font-semibold">{title}</h3>}
      <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
        {answer || 'There is no answer.'}
      </p>
      {passages.length === 0 ? <p className="text-sm text-muted">No passage was found.</p> : null}
      <ol className="grid gap-2">
        {passages.map((passage, at) => (
          <li key={at} className="grid gap-1 rounded-md border border-line p-3 text-sm">
            <span className="flex flex-wrap items-center gap-2">
              <Link
                to={`/admin/knowledge/${passage.itemId}`}
                className="mr-auto min-w-0 font-medium wrap-anywhere"
              >
                <bdi>{passage.title}</bdi>
                {passage.page === null ? '' : `, page ${passage.page}`}
              </Link>
              {passage.isCited ? <Badge tone="accent">Cited</Badge> : null}
              {others && !others.some((other) => isSamePassage(other, passage)) ? (
                <Badge tone="warning">{missing}</Badge>
              ) : null}
            </span>
            <span dir="auto" className="wrap-anywhere text-secondary">
              {passage.text}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
