import { Form, Link, redirect } from 'react-router'
import { z } from 'zod'

import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction } from '#app/platform/http/form-action.server.ts'
import { readAssistantChoices } from '#app/platform/lists/assistants-of-list.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Trash2 } from '#app/ui/icons.tsx'

import { changeTestQuestion, deleteTestQuestion } from '../questions/change-test-question.server.ts'
import { getTestQuestion } from '../questions/list-test-questions.server.ts'
import { questionFields } from '../questions/question-fields.server.ts'
import { originNames } from '../questions/test-question.ts'

import type { Route } from './+types/test-question.route.ts'
import { QuestionFormFields } from './question-form-fields.tsx'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({
    ...(await getTestQuestion(ctx, params.id)),
    assistants: await readAssistantChoices(ctx),
  }))
}

const byId = z.object({ id: z.string() })

export const action = formAction({
  change: form({
    schema: questionFields.extend(byId.shape),
    run: changeTestQuestion,
    toast: { title: 'Saved', text: 'Its next answer is not compared with earlier ones.' },
    rejected: 'Not saved',
  }),
  delete: form({
    schema: byId,
    async run(ctx, { id }) {
      const deletion = await deleteTestQuestion(ctx, id)
      return redirect(`/admin/quality/questions?deletion=${deletion.id}`)
    },
  }),
})

export function meta() {
  return [{ title: 'Test question · Admin' }]
}

export default function TestQuestionRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { origin, conversationId, assistants, ...values } = loaderData
  return (
    <AdminPage
      title="Test question"
      actions={
        <Form method="post">
          <FormFields>
            <Button type="submit" name="intent" value="delete" tone="danger">
              <Trash2 aria-hidden className="size-4" />
              Delete
            </Button>
          </FormFields>
        </Form>
      }
    >
      <BackLink to="/admin/quality/questions" name="Test questions">
        <span>
          {originNames[origin]}
          {conversationId === null ? null : (
            <>
              {': '}
              <Link to={`/admin/conversations/${conversationId}`}>open it</Link>
            </>
          )}
        </span>
      </BackLink>
      <Form
        method="post"
        aria-label="Test question"
        className="grid gap-5 rounded-lg border border-line bg-raised p-5 sm:p-6"
      >
        <FormFields>
          <QuestionFormFields values={values} assistants={assistants} errors={actionData?.errors ?? {}} />
          <div>
            <Button type="submit" name="intent" value="change" tone="solid">
              Save
            </Button>
          </div>
        </FormFields>
      </Form>
    </AdminPage>
  )
}
