import { Form } from 'react-router'
import { z } from 'zod'

import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'

import type { Route } from './+types/saved-replies.route.ts'
import { deleteSavedReply, keepSavedReply, savedReplies, type SavedReply } from './saved-replies.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({ replies: await savedReplies.readAsOwner(ctx) }))
}

export const action = formAction({
  save: form({
    schema: z.object({ id: textField, name: textField, text: textField }),
    async run(ctx, reply) {
      await keepSavedReply(ctx, reply)
      return { id: reply.id }
    },
    toast: { title: 'Saved' },
    onRejected: (_ctx, _error, { id = '' }) => ({ id }),
  }),
  delete: form({
    schema: z.object({ id: z.string() }),
    run: deleteSavedReply,
    toast: ({ id, name, text }) => ({
      title: 'Deleted',
      undo: { action: '/admin/saved-replies', fields: { intent: 'save', id, name, text } },
    }),
  }),
})

export function meta() {
  return [{ title: 'Saved replies · Admin' }]
}

export default function SavedRepliesRoute({ loaderData: { replies }, actionData }: Route.ComponentProps) {
  useKeptFocus(replies.length)
  const rejected = actionData && !actionData.ok && actionData.value ? actionData.value.id : null
  const errorsOf = (id: string) => (rejected === id && actionData ? actionData.errors : {})
  return (
    <AdminPage title="Saved replies">
      <BackLink to="/admin/leads" name="All leads" />
      <p className="max-w-2xl text-sm text-secondary">
        Texts to insert into replies. They can name facts, such as <code>{'{replyWithin}'}</code>, the lead as{' '}
        <code>{'{name}'}</code> or <code>{'{firstName}'}</code>, and you as <code>{'{member}'}</code>.
      </p>
      {replies.map((reply) => (
        <ReplyForm key={reply.id} reply={reply} errors={errorsOf(reply.id)} />
      ))}
      <ReplyForm key={replies.length} reply={null} errors={errorsOf('')} />
    </AdminPage>
  )
}

type ReplyFormProps = { reply: SavedReply | null; errors: Readonly<Record<string, string>> }

function ReplyForm({ reply, errors }: ReplyFormProps) {
  const id = reply ? reply.id : 'new'
  return (
    <Form
      method="post"
      aria-label={reply ? reply.name : 'New saved reply'}
      className="grid gap-4 rounded-lg border border-line bg-raised p-5"
    >
      <FormFields>
        {reply ? null : <h2 className="font-semibold">New saved reply</h2>}
        <input type="hidden" name="id" value={reply ? reply.id : ''} />
        <TextField
          id={`${id}-name`}
          name="name"
          label="Name"
          defaultValue={reply?.name}
          maxLength={80}
          required
          error={errors['name']}
        />
        <Field id={`${id}-text`} label="Text" error={errors['text']}>
          <TextArea
            {...fieldControl(`${id}-text`, errors['text'])}
            name="text"
            rows={5}
            maxLength={5000}
            defaultValue={reply?.text}
            required
            dir="auto"
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="intent" value="save" tone={reply ? 'outline' : 'solid'}>
            Save
          </Button>
          {reply ? (
            <Button
              type="submit"
              name="intent"
              value="delete"
              formNoValidate
              tone="quiet"
              aria-label={`Delete ${reply.name}`}
            >
              Delete
            </Button>
          ) : null}
        </div>
      </FormFields>
    </Form>
  )
}
