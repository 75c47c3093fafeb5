import { Link } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { Cell, HeadCell, LinkRow, Table } from '#app/ui/table.tsx'

import type { ListedQuestion } from '../questions/list-test-questions.server.ts'
import { originNames } from '../questions/test-question.ts'
import { verdictNames, verdictTones } from '../runs/test-result.ts'

type QuestionTableProps = {
  questions: readonly ListedQuestion[]
  /** Names of the assistants by their ids; empty if there is one. */
  assistants: Readonly<Record<string, string>>
}

export function QuestionTable({ questions, assistants }: QuestionTableProps) {
  const head = (
    <>
      <HeadCell>Question</HeadCell>
      <HeadCell className="hidden w-2/5 md:table-cell">Expected</HeadCell>
      <HeadCell className="w-32">Last answer</HeadCell>
    </>
  )
  return (
    <Table caption="Test questions" head={head}>
      {questions.map((question) => (
        <LinkRow key={question.id}>
          <Cell>
            <Link
              to={`/admin/quality/questions/${question.id}`}
              className="font-medium wrap-anywhere no-underline after:absolute after:inset-0"
            >
              <bdi>{question.text}</bdi>
            </Link>
            <span className="block text-xs text-muted">
              {originNames[question.origin]}
              {Object.hasOwn(assistants, question.assistantId) ? (
                <>
                  {' · '}
                  <bdi>{assistants[question.assistantId]}</bdi>
                </>
              ) : null}
            </span>
          </Cell>
          <Cell className="hidden text-sm wrap-anywhere text-secondary md:table-cell">
            {expectationOf(question)}
            {question.sources.some(({ isGone }) => isGone) ? (
              <span className="block text-warning">An expected source was deleted.</span>
            ) : null}
          </Cell>
          <Cell>
            {question.verdict === null ? (
              <span className="text-sm text-muted">Not asked</span>
            ) : (
              <Badge tone={verdictTones[question.verdict]}>{verdictNames[question.verdict]}</Badge>
            )}
          </Cell>
        </LinkRow>
      ))}
    </Table>
  )
}

function expectationOf({ shouldKnow, facts, sources }: ListedQuestion): string {
  if (!shouldKnow) return 'Says that it does not know'
  const says = facts.length > 0 ? `Says ${facts.join(', ')}` : ''
  const cites = sources.length > 0 ? `Cites ${sources.map(({ title }) => title).join(' or ')}` : ''
  return [says, cites].filter(Boolean).join('. ') || 'Answers with a source'
}
