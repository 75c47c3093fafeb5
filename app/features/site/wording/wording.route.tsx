import { SiteSections } from '#app/features/content/site-sections.tsx'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TypedContext } from '#app/ui/field.tsx'
import { FilterForm, SearchField } from '#app/ui/filter-form.tsx'
import { Search } from '#app/ui/icons.tsx'
import { PagedRows } from '#app/ui/paged-rows.tsx'

import type { Route } from './+types/wording.route.ts'
import {
  changeText,
  listWording,
  resetText,
  TEXTS_PER_PAGE,
  wordingForm,
  type WordingQuery,
} from './change-wording.server.ts'
import { WordingText } from './wording-text.tsx'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const params = new URL(request.url).searchParams
    const asked = Number(params.get('page') ?? 1)
    const query: WordingQuery = {
      q: params.getAll('q').join(' ').slice(0, 200),
      isChanged: params.has('changed'),
      page: Number.isSafeInteger(asked) && asked > 0 ? asked : 1,
    }
    const [found, { timeZone }] = await Promise.all([listWording(ctx, query), ctx.site(ctx)])
    return { query, perPage: TEXTS_PER_PAGE, timeZone, ...found }
  })
}

export const action = formAction({
  save: form({
    schema: wordingForm,
    run: changeText,
    toast: { title: 'Saved', text: 'Visitors now read it.' },
    rejected: 'Not saved',
  }),
  reset: form({
    schema: wordingForm,
    run: resetText,
    toast: { title: 'Reset', text: 'The original text is used again.' },
    rejected: 'Not reset',
  }),
})

export function meta() {
  return [{ title: 'Wording · Admin' }]
}

const none = {}

export default function WordingRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { query, texts, timeZone } = loaderData
  const rejected = actionData?.ok === false ? actionData : undefined
  return (
    <AdminPage title="Wording">
      <SiteSections />
      <p className="max-w-3xl text-secondary">
        The built-in texts of forms, mails and the assistant’s window, which can name facts such as{' '}
        {'{replyWithin}'}.
      </p>
      <FilterForm label="Texts" className="flex flex-wrap items-center gap-4">
        <SearchField
          label="Search the texts"
          placeholder="Search the texts"
          value={query.q}
          className="min-w-56 flex-1"
        />
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" name="changed" defaultChecked={query.isChanged} className="size-5" />
          Changed texts only
        </label>
      </FilterForm>
      <PagedRows
        list={loaderData}
        shown={texts.length}
        none={<EmptyState icon={Search} title="Nothing found" text="No text matches." />}
        pathOf={(to) => pathOf(query, to)}
      >
        <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
          {texts.map((text) => (
            <li key={text.key}>
              <TypedContext value={rejected?.typed['place'] === text.key ? rejected.typed : none}>
                <WordingText
                  key={text.worded ?? text.own}
                  text={text}
                  error={rejected?.typed['place'] === text.key ? rejected.errors['text'] : undefined}
                  timeZone={timeZone}
                />
              </TypedContext>
            </li>
          ))}
        </ul>
      </PagedRows>
    </AdminPage>
  )
}

function pathOf({ q, isChanged }: WordingQuery, page: number): string {
  const asked = { ...(q && { q }), ...(isChanged && { changed: 'on' }), page: String(page) }
  return `/admin/wording?${new URLSearchParams(asked)}`
}
