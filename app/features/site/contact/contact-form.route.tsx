import { Form, Link, useSearchParams } from 'react-router'
import { z } from 'zod'

import { readServiceNames } from '#app/features/content/site-content.server.ts'
import {
  contactQuestions,
  deleteQuestion,
  moveQuestion,
  saveQuestion,
} from '#app/features/leads/questions/contact-questions.server.ts'
import { readRoomUsed } from '#app/features/leads/files/inquiry-files.server.ts'
import { acceptedKinds, fileRoom, fileSize } from '#app/lib/question-files.ts'
import { MOST_QUESTIONS, questionKinds } from '#app/lib/question-kinds.ts'
import { asksForFile, type Question } from '#app/lib/question.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { ArrowDown, ArrowUp, MessageSquareText } from '#app/ui/icons.tsx'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'

import type { Route } from './+types/contact-form.route.ts'
import { QuestionForm, type Services } from './question-form.tsx'

const PATH = '/admin/contact-form'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { asked } = await contactQuestions.readAsOwner(ctx)
    const [services, room] = await Promise.all([readServiceNames(ctx), readRoomUsed(ctx)])
    return { questions: asked, services: [...services], room }
  })
}

const byId = z.object({ id: z.string() })

/** Returns the fields of the form that saves the question. */
function fieldsOf(question: Question): Record<string, string> {
  const { id, text, kind, isRequired, help, choices, services, file } = question
  const checked = [
    ...(isRequired ? ['required'] : []),
    ...services.map((service) => `service-${service}`),
    ...(file ? file.accepts.map((group) => `accept-${group}`) : []),
  ]
  return {
    id,
    question: text,
    kind,
    help,
    choices: choices.join('\n'),
    ...(file && { megabytes: String(file.megabytes) }),
    ...Object.fromEntries(checked.map((name) => [name, 'on'])),
  }
}

export const action = formAction(
  {
    save: form({
      schema: anyFields,
      run: async (ctx, { id = '', ...typed }) => void (await saveQuestion(ctx, { id, ...typed })),
      toast: { title: 'Saved', text: 'Every contact form now shows it.' },
      rejected: 'Not saved',
    }),
    'move-up': form({ schema: byId, run: (ctx, { id }) => moveQuestion(ctx, { id, by: 'up' }) }),
    'move-down': form({ schema: byId, run: (ctx, { id }) => moveQuestion(ctx, { id, by: 'down' }) }),
    delete: form({
      schema: byId,
      run: async (ctx, input) => ({ gone: fieldsOf(await deleteQuestion(ctx, input)) }),
      toast: ({ gone }) => ({
        title: 'Deleted',
        text: 'Answers that were given are kept.',
        undo: { action: PATH, fields: { intent: 'save', ...gone } },
      }),
    }),
  },
  { maxFields: 200 },
)

export function meta() {
  return [{ title: 'Contact form · Admin' }]
}

export default function ContactFormRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { questions, services, room } = loaderData
  const [params] = useSearchParams()
  const isSaved = actionData?.ok === true && actionData.intent === 'save'
  const chosen = isSaved ? null : params.get('question')
  useKeptFocus(`${questions.length} ${chosen}`)
  return (
    <AdminPage title="Contact form">
      <BackLink to="/admin/settings" name="Settings" />
      {questions.length > 0 ? (
        <ol aria-label="Questions" className="grid gap-3">
          {questions.map((question, n) => (
            <li key={question.id} className="grid gap-4 rounded-lg border border-line bg-raised p-5">
              <Row
                question={question}
                services={services}
                isFirst={n === 0}
                isLast={n === questions.length - 1}
              />
              {chosen === question.id ? (
                <QuestionForm question={question} services={services} answered={actionData} />
              ) : null}
            </li>
          ))}
        </ol>
      ) : null}
      {questions.length === 0 && chosen !== 'new' ? (
        <EmptyState
          icon={MessageSquareText}
          title="No questions of your own"
          text="They follow after the message, and the answers are kept with the lead."
        >
          <Adding count={0} />
        </EmptyState>
      ) : chosen === 'new' ? (
        <section aria-label="New question" className="rounded-lg border border-line bg-raised p-5">
          <QuestionForm question={null} services={services} answered={actionData} />
        </section>
      ) : (
        <Adding count={questions.length} />
      )}
      {room.inAll > 0 || asksForFile(questions) ? <Room {...room} /> : null}
    </AdminPage>
  )
}

function Room({ aDay, inAll }: { aDay: number; inAll: number }) {
  const { aDay: mostADay, inAll: most } = fileRoom
  const isFull = aDay >= mostADay || inAll >= most
  return (
    <p className={`max-w-2xl text-sm ${isFull ? 'text-danger' : 'text-muted'}`}>
      Files of inquiries take {fileSize(inAll)}, and {fileSize(aDay)} of them came in the last day. At most{' '}
      {fileSize(most)} are kept and {fileSize(mostADay)} taken a day; beyond that, the form is sent without a
      file. Deleting a lead frees its room.
    </p>
  )
}

function Adding({ count }: { count: number }) {
  if (count >= MOST_QUESTIONS)
    return (
      <p className="text-sm text-muted">The form has {MOST_QUESTIONS} questions, the most it can have.</p>
    )
  return (
    <Form method="get" action={PATH} preventScrollReset>
      <FormFields>
        <Button type="submit" name="question" value="new" tone={count === 0 ? 'solid' : 'outline'}>
          Add question
        </Button>
      </FormFields>
    </Form>
  )
}

type RowProps = { question: Question; services: Services; isFirst: boolean; isLast: boolean }

function Row({ question, services, isFirst, isLast }: RowProps) {
  const { id, text, kind, isRequired, choices, file } = question
  const names = services.flatMap(([service, name]) => (question.services.includes(service) ? name : []))
  return (
    <Form method="post" action={PATH} preventScrollReset className="flex flex-wrap items-center gap-3">
      <FormFields>
        <input type="hidden" name="id" value={id} />
        <div className="question-words">
          <p className="font-medium wrap-anywhere">
            {text} {isRequired ? <Badge tone="plain">Required</Badge> : null}
          </p>
          <p className="text-sm text-muted wrap-anywhere">
            {questionKinds[kind]}
            {choices.length > 0 ? `: ${choices.join(', ')}` : null}
            {file ? `: ${acceptedKinds(file)}, at most ${file.megabytes} MB` : null}
            {names.length > 0 ? ` · ${names.join(', ')}` : null}
          </p>
        </div>
        <div className="flex items-center gap-3">
          <Move by="up" name={`Move up: ${text}`} isOff={isFirst} />
          <Move by="down" name={`Move down: ${text}`} isOff={isLast} />
          <Link
            to={`?question=${id}`}
            preventScrollReset
            aria-label={`Edit ${text}`}
            className={buttonClass({ tone: 'outline', size: 'sm' })}
          >
            Edit
          </Link>
          <Button
            type="submit"
            name="intent"
            value="delete"
            tone="danger"
            size="sm"
            aria-label={`Delete ${text}`}
          >
            Delete
          </Button>
        </div>
      </FormFields>
    </Form>
  )
}

function Move({ by, name, isOff }: { by: 'up' | 'down'; name: string; isOff: boolean }) {
  const Icon = by === 'up' ? ArrowUp : ArrowDown
  return (
    <Button
      type="submit"
      name="intent"
      value={`move-${by}`}
      tone="quiet"
      size="sm"
      disabled={isOff}
      aria-label={name}
    >
      <Icon aria-hidden className="size-4" />
    </Button>
  )
}
