import { useSearchParams } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'

import { readItemListQuery } from '../items/item-list-query.ts'
import { ITEMS_PER_PAGE, listItems } from '../items/list-items.server.ts'
import { listReadings } from '../items/list-readings.server.ts'
import { readEmbeddingSetting } from '../embeddings/embedding-setting.server.ts'
import { findQuestion, listQuestions } from '../unanswered/list-questions.server.ts'

import type { Route } from './+types/knowledge.route.ts'
import { AddTabs, readAddTab } from './add-tabs.tsx'
import { changeKnowledge } from './change-knowledge.server.ts'
import { ItemList } from './item-list.tsx'
import { EmbeddingSwitch } from './embedding-switch.tsx'
import { QuestionList } from './question-list.tsx'
import { useReadings } from './use-readings.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const params = new URL(request.url).searchParams
    const query = readItemListQuery(params)
    const [list, readings, questions, question, meaning] = await Promise.all([
      listItems(ctx, query),
      listReadings(ctx),
      listQuestions(ctx),
      findQuestion(ctx, params.get('question') ?? ''),
      readEmbeddingSetting(ctx),
    ])
    const tab = readAddTab(params)
    return { query, list, readings, questions, question, meaning, tab, perPage: ITEMS_PER_PAGE }
  })
}

export const action = changeKnowledge

export function meta() {
  return [{ title: 'Knowledge Base · Admin' }]
}

export default function KnowledgeRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { list, query, readings, questions, question, meaning, tab, perPage } = loaderData
  const { live, watch } = useReadings(readings)
  const [params] = useSearchParams()
  return (
    <AdminPage title="Knowledge Base">
      <AddTabs
        // By the address: the question itself goes once it is answered, and a new form would not tell that it was saved.
        key={params.get('question')}
        initial={tab}
        question={question}
        errors={actionData?.errors ?? {}}
        onAdded={watch}
      />
      <QuestionList questions={questions} />
      <EmbeddingSwitch {...meaning} />
      <ItemList list={list} query={query} perPage={perPage} />
      <p ref={live} aria-live="polite" className="sr-only" />
    </AdminPage>
  )
}
