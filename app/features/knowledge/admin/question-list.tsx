import { Link, useFetcher } from 'react-router'

import { Button, buttonClass } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { MessageCircleQuestion, X } from '#app/ui/icons.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { QuestionGroup } from '../unanswered/unanswered-questions.server.ts'

export function QuestionList({ questions }: { questions: readonly QuestionGroup[] }) {
  const dismissal = useFetcher()
  if (questions.length === 0) return null
  const hasAssistants = new Set(questions.map(({ assistant }) => assistant)).size > 1
  return (
    <section aria-labelledby="questions-title" className="grid grid-cols-1 gap-2">
      <div>
        <h2 id="questions-title" className="text-lg font-semibold">
          Unanswered questions
        </h2>
        <p className="text-sm text-secondary">Visitors asked these, and the knowledge base had no answer.</p>
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
        {questions.map(({ id, text, ...asked }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 px-4 py-1.5">
            <div className="min-w-0 flex-1 basis-64">
              <p className="wrap-anywhere">{text}</p>
              <Asked text={text} hasAssistants={hasAssistants} {...asked} />
            </div>
            <div className="flex items-center gap-1">
              <Link
                to={`/admin/knowledge?tab=text&question=${id}`}
                aria-label={`Answer: ${text}`}
                className={buttonClass({ tone: 'outline', size: 'sm' })}
              >
                <MessageCircleQuestion aria-hidden className="size-4" />
                Answer
              </Link>
              <dismissal.Form method="post" action="/admin/knowledge">
                <FormFields>
                  <input type="hidden" name="id" value={id} />
                  <Button
                    type="submit"
                    name="intent"
                    value="dismiss"
                    tone="quiet"
                    size="sm"
                    className="quiet-action"
                    aria-label={`Dismiss: ${text}`}
                  >
                    <X aria-hidden className="size-4" />
                  </Button>
                </FormFields>
              </dismissal.Form>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

type AskedProps = Omit<QuestionGroup, 'id'> & { hasAssistants: boolean }

function Asked({ text, times, lastAskedAt, conversationId, assistant, hasAssistants }: AskedProps) {
  const { timeZone, now } = useAdminShell()
  const time = <Time at={lastAskedAt} timeZone={timeZone} now={now} />
  return (
    <p className="text-xs text-muted">
      {times === 1 ? 'Asked once' : `Asked ${times} times`}, last{' '}
      {conversationId === null ? (
        time
      ) : (
        <Link to={`/admin/conversations/${conversationId}`} aria-label={`Conversation about: ${text}`}>
          {time}
        </Link>
      )}
      {hasAssistants && assistant !== null ? (
        <>
          {' · '}
          <bdi>{assistant}</bdi>
        </>
      ) : null}
    </p>
  )
}
