import { Form, Link, redirect } from 'react-router'
import { z } from 'zod'

import { canWrite } from '#app/features/ai/writing/write-with-assistant.server.ts'
import {
  attendConversation,
  markConversation,
} from '#app/features/chat/conversations/change-conversation.server.ts'
import type { Speaker } from '#app/features/chat/chat-events.ts'
import { formatCost, pageName } from '#app/features/chat/conversations/conversation-labels.ts'
import { deleteConversation } from '#app/features/chat/conversations/delete-conversation.server.ts'
import {
  type ConversationDetail,
  getConversation,
} from '#app/features/chat/conversations/get-conversation.server.ts'
import { handBack, takeOver, writeAsOwner } from '#app/features/chat/conversations/take-over.server.ts'
import { TranslateButton } from '#app/features/foreign-messages/show-translation.tsx'
import { translateConversationForm } from '#app/features/foreign-messages/translate-forms.server.ts'
import { readConversationTranslations } from '#app/features/foreign-messages/translate-messages.server.ts'
import { cx } from '#app/lib/class-names.ts'
import { ownNameOf } from '#app/lib/languages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { type ListAndDetailHandle, openAhead } from '#app/ui/list-and-detail.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Download, Star, Trash2 } from '#app/ui/icons.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'
import { useLiveRecord } from '#app/ui/use-live.ts'
import { Viewers } from '#app/ui/viewers.tsx'

import type { Route } from './+types/conversation.route.ts'
import { OwnerComposer } from './owner-composer.tsx'
import { Transcript } from './transcript.tsx'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [detail, translations, canTranslate] = await Promise.all([
      getConversation(ctx, params.id),
      readConversationTranslations(ctx, params.id),
      canWrite(ctx),
    ])
    return { ...detail, translations, canTranslate }
  })
}

const byId = z.object({ id: z.string() })

export const action = formAction({
  'take-over': form({ schema: byId, run: (ctx, { id }) => takeOver(ctx, id) }),
  'hand-back': form({ schema: byId, run: (ctx, { id }) => handBack(ctx, id) }),
  write: form({ schema: byId.extend({ message: textField }), run: writeAsOwner }),
  translate: translateConversationForm,
  attend: form({ schema: byId, run: (ctx, { id }) => attendConversation(ctx, id) }),
  mark: form({ schema: byId, run: (ctx, { id }) => markConversation(ctx, { id, isMarked: true }) }),
  unmark: form({
    schema: byId,
    run: (ctx, { id }) => markConversation(ctx, { id, isMarked: false }),
  }),
  delete: form({
    schema: byId,
    async run(ctx, { id }) {
      const deletion = await deleteConversation(ctx, id)
      return redirect(`/admin/conversations?deletion=${deletion.id}`)
    },
  }),
})

export const clientLoader = openAhead<Awaited<ReturnType<typeof loader>>>

export const handle: ListAndDetailHandle = {
  detailOf: { list: '/admin/conversations', title: 'Conversations' },
}

export function meta() {
  return [{ title: 'Conversation · Admin' }]
}

export default function ConversationRoute({ loaderData }: Route.ComponentProps) {
  const { conversation, messages, calls, translations, canTranslate } = loaderData
  const isOpen = messages.some(
    ({ id, text, outcome }) => text.trim() !== '' && outcome !== 'pending' && !translations[id],
  )
  const { isLive, viewers } = useLiveRecord(`/admin/conversations/${conversation.id}/events`)
  return (
    <AdminPage
      title="Conversation"
      actions={<ConversationActions id={conversation.id} isMarked={conversation.marked === 1} />}
    >
      <BackLink to="/admin/conversations" name="All conversations">
        <Viewers names={viewers} />
      </BackLink>
      <div className="grid items-start gap-6 @min-[46rem]:grid-cols-[1fr_17rem]">
        <div className="grid min-w-0 gap-4">
          {conversation.waiting_since === null ? null : (
            <WaitingNotice since={conversation.waiting_since} speaker={conversation.speaker} />
          )}
          <Transcript messages={messages} calls={calls} translations={translations} />
          {canTranslate && isOpen ? <TranslateButton /> : null}
          <OwnerComposer
            conversationId={conversation.id}
            speaker={conversation.speaker}
            isLive={isLive}
            canTranslate={canTranslate}
          />
        </div>
        <ConversationFacts detail={loaderData} />
      </div>
    </AdminPage>
  )
}

function WaitingNotice({ since, speaker }: { since: number; speaker: Speaker }) {
  const { timeZone } = useAdminShell()
  return (
    <Form
      method="post"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-warning/50 bg-raised p-4"
    >
      <FormFields>
        <p className="text-sm">
          The visitor has been waiting for {speaker === 'owner' ? 'an answer' : 'a person'} since{' '}
          <Time at={since} timeZone={timeZone} />.
        </p>
        <Button type="submit" name="intent" value="attend" tone="outline">
          No longer waiting
        </Button>
      </FormFields>
    </Form>
  )
}

function ConversationActions({ id, isMarked }: { id: string; isMarked: boolean }) {
  const transcript = `/admin/conversations/${id}/transcript`
  return (
    <>
      <Form method="post">
        <FormFields>
          <Button type="submit" name="intent" value={isMarked ? 'unmark' : 'mark'} tone="outline">
            <Star aria-hidden className={cx('size-4', isMarked && 'fill-current text-warning')} />
            {isMarked ? 'Unmark' : 'Mark'}
          </Button>
        </FormFields>
      </Form>
      <a href={transcript} download className={buttonClass({ tone: 'outline' })}>
        <Download aria-hidden className="size-4" />
        <span className="sr-only">Export the transcript as </span>Text
      </a>
      <a href={`${transcript}?as=json`} download className={buttonClass({ tone: 'outline' })}>
        <Download aria-hidden className="size-4" />
        <span className="sr-only">Export the transcript as </span>JSON
      </a>
      <Form method="post">
        <FormFields>
          <Button type="submit" name="intent" value="delete" tone="danger">
            <Trash2 aria-hidden className="size-4" />
            Delete
          </Button>
        </FormFields>
      </Form>
    </>
  )
}

function ConversationFacts({ detail: { conversation, messages } }: { detail: ConversationDetail }) {
  const { timeZone } = useAdminShell()
  const counts = messages.flatMap((message) => [message.input_tokens, message.output_tokens])
  const tokens = counts.filter((count) => count !== null).reduce((sum, count) => sum + count, 0)
  const cost = messages.reduce((sum, message) => sum + message.cost_micros, 0)
  return (
    <section aria-labelledby="facts-title" className="rounded-lg border border-line bg-raised p-5">
      <h2 id="facts-title" className="sr-only">
        About the conversation
      </h2>
      <dl className="grid grid-cols-2 gap-3 text-sm @min-[46rem]:grid-cols-1">
        <Fact name="Started">
          <Time at={conversation.created_at} timeZone={timeZone} />
        </Fact>
        <Fact name="Last message">
          <Time at={conversation.updated_at} timeZone={timeZone} />
        </Fact>
        <Fact name="Started on">{pageName(conversation.page)}</Fact>
        <Fact name="Language">{conversation.language && ownNameOf(conversation.language)}</Fact>
        <Fact name="Messages of the visitor">{conversation.turns}</Fact>
        <Fact name="Tokens">{tokens.toLocaleString('en-US')}</Fact>
        <Fact name="Cost">{formatCost(cost)}</Fact>
        {conversation.lead_id ? (
          <Fact name="Lead">
            <Link to={`/admin/leads/${conversation.lead_id}`} className="underline underline-offset-4">
              Open the lead
            </Link>
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}
