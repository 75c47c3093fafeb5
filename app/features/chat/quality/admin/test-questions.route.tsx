import { Form, Link, useNavigation } from 'react-router'
import { z } from 'zod'

import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { readAssistantChoices } from '#app/platform/lists/assistants-of-list.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterForm, SearchField } from '#app/ui/filter-form.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { FileCheck2, Search, Sparkles } from '#app/ui/icons.tsx'
import { PagedRows } from '#app/ui/paged-rows.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

import { addTestQuestion } from '../questions/add-test-question.server.ts'
import { generateQuestions } from '../questions/generate-questions.server.ts'
import {
  listTestQuestions,
  proposeFromMessage,
  QUESTIONS_PER_PAGE,
} from '../questions/list-test-questions.server.ts'

import type { Route } from './+types/test-questions.route.ts'
import { QualityTabs } from './quality-tabs.tsx'
import { QuestionFormFields } from './question-form-fields.tsx'
import { QuestionTable } from './question-table.tsx'

const query = z.object({
  q: z.string().max(200).catch(''),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  message: z.string().optional().catch(undefined),
})

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const asked = query.parse(Object.fromEntries(new URL(request.url).searchParams))
    const proposed = asked.message === undefined ? null : await proposeFromMessage(ctx, asked.message)
    const assistants = await readAssistantChoices(ctx)
    return {
      q: asked.q,
      proposed,
      assistants,
      perPage: QUESTIONS_PER_PAGE,
      ...(await listTestQuestions(ctx, asked)),
    }
  })
}

const addition = z.object({
  text: textField,
  expects: z.enum(['answer', 'unknown']).catch('answer'),
  facts: textField,
  sources: textField,
  conversation: textField,
  assistant: z.string().optional(),
})

export const action = formAction({
  add: form({
    schema: addition,
    async run(ctx, { conversation, ...fields }) {
      const isVisitors = conversation !== ''
      await addTestQuestion(ctx, {
        ...fields,
        ...(isVisitors && { conversationId: conversation, origin: 'conversation' }),
      })
    },
    toast: { title: 'Test question added' },
    rejected: 'Not added',
  }),
  generate: form({
    schema: anyFields,
    run: (ctx, _fields, { request }) => generateQuestions(ctx, request.signal),
    toast: ({ added, by }) => ({
      title: added === 1 ? '1 test question added' : `${added} test questions added`,
      text: by === 'model' ? 'A small model wrote them.' : 'They are based on headings, prices and times.',
    }),
    rejected: 'Nothing added',
  }),
})

export function meta() {
  return [{ title: 'Test questions · Admin' }]
}

export default function TestQuestionsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { questions, total, q, proposed, assistants } = loaderData
  return (
    <AdminPage title="Quality" actions={<GenerateButton />}>
      <QualityTabs />
      <AddForm
        // Remounts as an empty form after a question was added.
        key={`${proposed?.text} ${actionData?.ok === true ? total : ''}`}
        proposed={proposed}
        assistants={assistants}
        errors={actionData?.ok === false && actionData.intent === 'add' ? actionData.errors : {}}
      />
      {total > 0 || q !== '' ? (
        <FilterForm label="Test questions" className="grid">
          <SearchField label="Search test questions" placeholder="Words in the question" value={q} />
        </FilterForm>
      ) : null}
      <PagedRows
        list={loaderData}
        shown={questions.length}
        none={<NoQuestions q={q} />}
        pathOf={(page) => `/admin/quality/questions?${new URLSearchParams({ q, page: String(page) })}`}
      >
        <QuestionTable questions={questions} assistants={assistants} />
      </PagedRows>
    </AdminPage>
  )
}

function GenerateButton() {
  const navigation = useNavigation()
  const isBusy = navigation.formData?.get('intent') === 'generate'
  return (
    <Form method="post" action="/admin/quality/questions">
      <FormFields>
        <Button type="submit" name="intent" value="generate" tone="outline" aria-disabled={isBusy}>
          {isBusy ? <Spinner /> : <Sparkles aria-hidden className="size-4" />}
          {isBusy ? 'Generating…' : 'Generate from the site'}
        </Button>
      </FormFields>
    </Form>
  )
}

type Proposed = Route.ComponentProps['loaderData']['proposed']

type AddFormProps = {
  proposed: Proposed
  assistants: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

function AddForm({ proposed, assistants, errors }: AddFormProps) {
  return (
    <section
      aria-labelledby="add-title"
      className="grid gap-4 rounded-lg border border-line bg-raised p-5 sm:p-6"
    >
      <h2 id="add-title" className="text-lg font-semibold">
        Add a test question
      </h2>
      {proposed ? (
        <p className="text-sm text-secondary">
          A visitor asked this{' '}
          <Link
            to={`/admin/conversations/${proposed.conversationId}`}
            className="underline underline-offset-4"
          >
            in a conversation
          </Link>
          . Word it so that it makes sense on its own. It is deleted with the conversation.
        </p>
      ) : null}
      <Form
        method="post"
        action="/admin/quality/questions"
        aria-labelledby="add-title"
        className="grid gap-5"
      >
        <FormFields>
          {proposed ? <input type="hidden" name="conversation" value={proposed.conversationId} /> : null}
          <QuestionFormFields
            {...(proposed && { values: proposed })}
            assistants={assistants}
            errors={errors}
          />
          <div>
            <Button type="submit" name="intent" value="add" tone="solid">
              Add question
            </Button>
          </div>
        </FormFields>
      </Form>
    </section>
  )
}

function NoQuestions({ q }: { q: string }) {
  if (q !== '')
    return (
      <EmptyState icon={Search} title="Nothing found" text="No test question has these words.">
        <Link to="/admin/quality/questions" className={buttonClass({ tone: 'outline', size: 'md' })}>
          Clear the search
        </Link>
      </EmptyState>
    )
  return (
    <EmptyState
      icon={FileCheck2}
      title="No test questions yet"
      text="Add one above, generate some from the site, or take a visitor’s question from a conversation."
    />
  )
}
