import { Form, Link, redirect } from 'react-router'
import { z } from 'zod'

import { AssistantTabs } from '#app/features/chat/admin/chat-tabs.tsx'
import { FieldErrors } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Cell, HeadCell, LinkRow, Table } from '#app/ui/table.tsx'

import type { Route } from './+types/assistants.route.ts'
import { MAX_ASSISTANT_BYTES, SITE_ASSISTANT } from './assistant-choices.ts'
import { importAssistant } from './copy-assistants.server.ts'
import { listAssistants, NEW_ASSISTANT } from './change-assistants.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({ assistants: await listAssistants(ctx), fresh: NEW_ASSISTANT }))
}

export const action = formAction(
  {
    import: form({
      schema: z.object({}),
      async run(ctx, _fields, { posted }) {
        const file = posted.get('file')
        if (!(file instanceof File) || file.size === 0)
          throw new FieldErrors({ file: 'Please choose a file.' })
        return redirect(
          `/admin/assistants/${await importAssistant(ctx, new Uint8Array(await file.arrayBuffer()))}`,
        )
      },
    }),
  },
  { maxFileBytes: MAX_ASSISTANT_BYTES },
)

export function meta() {
  return [{ title: 'Assistants · Admin' }]
}

export default function AssistantsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { assistants, fresh } = loaderData
  return (
    <AdminPage
      title="Assistants"
      width="list"
      actions={
        <Form action={`/admin/assistants/${fresh}`}>
          <FormFields>
            <Button type="submit" tone="solid">
              New assistant
            </Button>
          </FormFields>
        </Form>
      }
    >
      <AssistantTabs />
      <p className="max-w-2xl text-sm text-secondary">
        Each assistant has its own words, look and knowledge. One speaks on this site; the others stand on the
        sites that you allow, by a line of HTML.
      </p>
      <Table
        caption="Assistants"
        head={
          <>
            <HeadCell className="w-1/3">Name</HeadCell>
            <HeadCell>Collections</HeadCell>
            <HeadCell className="w-32 text-right max-md:hidden">Conversations</HeadCell>
            <HeadCell className="w-36 text-right max-md:hidden">Spent this month</HeadCell>
          </>
        }
      >
        {assistants.map(({ id, name, collections, conversations, spentThisMonth }) => (
          <LinkRow key={id}>
            <Cell className="py-3">
              <Link
                to={id === SITE_ASSISTANT ? '/admin/chatbot' : `/admin/assistants/${id}`}
                className="font-medium after:absolute after:inset-0"
              >
                <bdi>{name}</bdi>
              </Link>
            </Cell>
            <Cell className="truncate py-3 text-sm text-secondary">
              {collections.length > 0 ? collections.join(', ') : 'None yet'}
            </Cell>
            <Cell className="py-3 text-right text-sm text-secondary tabular-nums max-md:hidden">
              {conversations.toLocaleString('en-US')}
            </Cell>
            <Cell className="py-3 text-right text-sm text-secondary tabular-nums max-md:hidden">
              {spentThisMonth === null ? '–' : `$${spentThisMonth.toFixed(2)}`}
            </Cell>
          </LinkRow>
        ))}
      </Table>
      <details
        className="max-w-2xl rounded-lg border border-line bg-raised p-5"
        open={actionData?.ok === false}
      >
        <summary className="cursor-pointer font-medium">Import an assistant</summary>
        <Form method="post" encType="multipart/form-data" className="mt-4 grid gap-4">
          <FormFields>
            <FileField
              id="file"
              name="file"
              label="Exported assistant"
              accept="application/json,.json"
              maxBytes={MAX_ASSISTANT_BYTES}
              required
              hint="The file that Export on an assistant’s page makes, of this or another installation."
              error={actionData?.errors['file']}
            />
            <div>
              <Button type="submit" name="intent" value="import" tone="outline">
                Import
              </Button>
            </div>
          </FormFields>
        </Form>
      </details>
    </AdminPage>
  )
}
