import { Form, Link, redirect, useLocation } from 'react-router'
import { z } from 'zod'

import { TestBox } from '#app/features/chat/admin/test-box.tsx'
import { listToolChoices } from '#app/features/chat/tools/chat-tools.server.ts'
import { listCollections } from '#app/features/knowledge/collections/change-collections.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { actorMay, requireActor } from '#app/platform/require-actor.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Download } from '#app/ui/icons.tsx'

import type { Route } from './+types/assistant.route.ts'
import { AssistantForm } from './assistant-form.tsx'
import { duplicateAssistant } from './copy-assistants.server.ts'
import { deleteAssistant, getAssistant, NEW_ASSISTANT, saveAssistant } from './change-assistants.server.ts'

const FORM = 'assistant'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const actor = requireActor(ctx, 'knowledge.read')
    const [assistant, collections, tools, { publicUrl }] = await Promise.all([
      getAssistant(ctx, params.id),
      listCollections(ctx),
      listToolChoices(ctx),
      ctx.site(ctx),
    ])
    return {
      assistant,
      collections,
      tools,
      publicUrl,
      isNew: params.id === NEW_ASSISTANT,
      setsRecipients: actorMay(actor, 'settings.write'),
    }
  })
}

export const action = formAction({
  save: form({
    schema: z.record(z.string(), z.string()),
    async run(ctx, { id = '', name = '', ...fields }, { posted }) {
      const collections = posted.getAll('collections').filter((each) => typeof each === 'string')
      const saved = await saveAssistant(ctx, { id, name, collections, fields })
      return id === saved ? undefined : redirect(`/admin/assistants/${saved}#saved`)
    },
    toast: { title: 'Saved', text: 'It applies from the next message.' },
    rejected: 'Not saved',
  }),
  duplicate: form({
    schema: z.object({ id: textField }),
    run: async (ctx, { id }) => redirect(`/admin/assistants/${await duplicateAssistant(ctx, { id })}`),
  }),
  delete: form({
    schema: z.object({ id: textField }),
    async run(ctx, { id }) {
      await deleteAssistant(ctx, { id })
      return redirect('/admin/assistants')
    },
  }),
})

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.assistant.name || 'New assistant'} · Admin` }]
}

export default function AssistantRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { assistant, isNew } = loaderData
  return (
    <AdminPage
      title={isNew ? 'New assistant' : <bdi>{assistant.name}</bdi>}
      width="wide"
      actions={isNew ? null : <AssistantActions id={assistant.id} />}
    >
      <BackLink to="/admin/assistants" name="All assistants" />
      {isNew ? null : <NextStep knowsNothing={assistant.collections.length === 0} />}
      <div className="grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
        <AssistantForm id={FORM} {...loaderData} errors={actionData?.errors ?? {}} />
        {isNew ? null : <TestBox formId={FORM} botName={assistant.settings.botName} />}
      </div>
    </AdminPage>
  )
}

/** What a new assistant still needs. */
function NextStep({ knowsNothing }: { knowsNothing: boolean }) {
  const isJustSaved = useLocation().hash === '#saved'
  if (!isJustSaved && !knowsNothing) return null
  return (
    <p role="status" className="rounded-lg border border-line bg-raised px-5 py-3 text-secondary">
      {isJustSaved ? 'The assistant is saved. ' : null}
      {knowsNothing
        ? 'It knows nothing yet: choose a collection below, and save.'
        : 'Ask it something in the test box, then copy the snippet onto its site.'}
    </p>
  )
}

function AssistantActions({ id }: { id: string }) {
  return (
    <>
      <Form method="post">
        <FormFields>
          <input type="hidden" name="id" value={id} />
          <Button type="submit" name="intent" value="duplicate" tone="outline">
            Duplicate
          </Button>
        </FormFields>
      </Form>
      <Link to={`/admin/assistants/${id}/sites`} className={buttonClass({ tone: 'outline', size: 'md' })}>
        Sites and client
      </Link>
      <a
        href={`/admin/assistants/${id}/export`}
        download
        className={buttonClass({ tone: 'outline', size: 'md' })}
      >
        <Download aria-hidden className="size-4" />
        Export
      </a>
    </>
  )
}
