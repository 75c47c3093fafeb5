import { Fragment } from 'react'
import { useFetcher, useSearchParams } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { may } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { useActionToast } from '#app/ui/toast.tsx'

import { type EmbeddingChoice, readEmbeddingChoice } from '../embeddings/switch-embedding.server.ts'
import { readItemListQuery } from '../items/item-list-query.ts'
import { listCollections } from '../collections/change-collections.server.ts'
import { ITEMS_PER_PAGE, listItems, listReadings } from '../items/list-items.server.ts'
import { findQuestion, listQuestions } from '../unanswered/unanswered-questions.server.ts'

import type { Route } from './+types/knowledge.route.ts'
import { ADD_TABS, AddTabs, readAddTab } from './add-tabs.tsx'
import { changeKnowledge, type KnowledgeAnswer } from './change-knowledge.server.ts'
import { ItemList } from './item-list.tsx'
import { QuestionList } from './question-list.tsx'
import { useReadings } from './use-readings.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { role } = requireActor(ctx, 'knowledge.read')
    const params = new URL(request.url).searchParams
    const query = readItemListQuery(params)
    const asked = params.get('question')
    const [list, readings, questions, question, collections, meaning] = await Promise.all([
      listItems(ctx, query),
      listReadings(ctx),
      listQuestions(ctx),
      asked === null ? null : findQuestion(ctx, asked),
      listCollections(ctx),
      may(role, 'settings.read') ? readEmbeddingChoice(ctx) : null,
    ])
    const tab = readAddTab(params)
    return { query, list, readings, questions, question, collections, meaning, tab, perPage: ITEMS_PER_PAGE }
  })
}

export const action = changeKnowledge

export function meta() {
  return [{ title: 'Knowledge Base · Admin' }]
}

export default function KnowledgeRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { list, query, readings, questions, question, collections, meaning, tab, perPage } = loaderData
  const { live, watch } = useReadings(readings)
  const [params] = useSearchParams()
  const { kind, q, collection } = query
  const isEmpty = list.total === 0 && kind === null && q === '' && collection === undefined
  const isListFirst = !isEmpty && !params.has('question') && !params.has('tab')
  const items = (
    <Fragment key="items">
      <ItemList list={list} query={query} perPage={perPage} collections={collections} />
      <QuestionList questions={questions} />
    </Fragment>
  )
  const add = (
    <AddTabs
      // Keyed by the URL: answering removes the question, and a remounted form would not show the toast.
      key={`add ${params.get('question')}`}
      initial={tab}
      question={question}
      errors={actionData?.errors ?? {}}
      collections={collections}
      isFirst={!isListFirst}
      onAdded={watch}
    />
  )
  return (
    <AdminPage
      title="Knowledge Base"
      width="list"
      actions={
        isListFirst ? (
          <>
            {questions.length > 0 ? (
              <a href="#questions-title" className={buttonClass({ tone: 'outline', size: 'sm' })}>
                Unanswered: {questions.length}
              </a>
            ) : null}
            <a
              href={`#${ADD_TABS}`}
              onClick={() =>
                document.querySelector<HTMLElement>(`#${ADD_TABS} [aria-selected=true]`)?.focus()
              }
              className={buttonClass({ tone: 'solid', size: 'sm' })}
            >
              Add knowledge
            </a>
          </>
        ) : null
      }
    >
      {/* Both keep their state and the focus when the last item is deleted or the first is added. */}
      {isListFirst ? [items, add] : [add, items]}
      {meaning ? <EmbeddingSwitch {...meaning} /> : null}
      <p ref={live} aria-live="polite" className="sr-only" />
    </AdminPage>
  )
}

function EmbeddingSwitch({ isOn, isOffered }: EmbeddingChoice) {
  const fetcher = useFetcher<KnowledgeAnswer>()
  useActionToast(fetcher.data)
  if (!isOffered && !isOn) return null
  return (
    <div className="flex items-center justify-between gap-4 rounded-lg border border-line bg-raised px-4 py-3">
      <p className="text-sm">
        Search by meaning
        <span className="block text-muted">
          Finds answers in other words than the question’s; passages and questions go to your AI provider,
          within your spending caps.
        </span>
      </p>
      <Switch
        label="Search by meaning"
        isOn={isOn}
        isPending={fetcher.state !== 'idle'}
        onSwitch={(wanted) =>
          void fetcher.submit({ intent: 'meaning', enabled: wanted ? '1' : '0' }, { method: 'post' })
        }
      />
    </div>
  )
}
