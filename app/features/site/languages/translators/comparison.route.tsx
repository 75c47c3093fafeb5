import { Form, redirect } from 'react-router'
import { z } from 'zod'

import { applyTranslations } from '#app/features/content/translators/apply-translations.server.ts'
import {
  cancelTranslations,
  type ComparedImport,
  getTranslationImport,
  TEXTS_PER_PAGE,
} from '#app/features/content/translators/translation-imports.server.ts'
import { directionOf, ownNameOf } from '#app/lib/languages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { PagedRows } from '#app/ui/paged-rows.tsx'
import { Cell, HeadCell, Table } from '#app/ui/table.tsx'

import type { Route } from './+types/comparison.route.ts'

export function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const page = Number(new URL(request.url).searchParams.get('page')) || 1
  return answer(context, (ctx) => getTranslationImport(ctx, { id, page: Math.max(1, Math.trunc(page)) }))
}

const toast = (count: number) => ({
  title: `${count.toLocaleString('en-US')} imported`,
  text: count === 0 ? 'No text was chosen.' : 'They are drafts. Visitors see them once you publish.',
})
const byId = z.object({ id: z.string() })

export const action = formAction(
  {
    selected: form({
      schema: byId.catchall(z.string()),
      run: (ctx, { id, ...fields }) =>
        applyTranslations(ctx, {
          id,
          positions: Object.keys(fields).flatMap((name) => {
            const [, position] = /^text-(\d{1,6})$/.exec(name) ?? none
            return position === undefined ? [] : [Number(position)]
          }),
        }),
      toast,
      rejected: 'Not imported',
    }),
    all: form({
      schema: byId,
      run: (ctx, { id }) => applyTranslations(ctx, { id }),
      toast,
      rejected: 'Not imported',
    }),
    cancel: form({
      schema: byId,
      async run(ctx, { id }) {
        await cancelTranslations(ctx, id)
        return redirect('/admin/languages', 303)
      },
    }),
  },
  { maxFields: TEXTS_PER_PAGE + 10 },
)

const none: readonly string[] = []

export function meta() {
  return [{ title: 'Compare translations · Admin' }]
}

export default function ComparisonRoute({ loaderData, params: { id } }: Route.ComponentProps) {
  const { language, name, notes, texts, pages, chosen } = loaderData
  return (
    <AdminPage title={<bdi className="break-all">{name}</bdi>} width="list">
      <BackLink to={`/admin/languages/${language}`} name={`Texts in ${ownNameOf(language)}`} />
      <div className="grid max-w-2xl gap-2 text-secondary">
        <p>Only what you import changes, and it is a draft until you publish it.</p>
        {notes.length === 0 ? null : (
          <ul aria-label="Notes" className="list-disc ps-5">
            {notes.map((note) => (
              <li key={note} className="wrap-anywhere">
                {note}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Form method="post" aria-label="Import" className="grid gap-4">
        <FormFields>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="selected" tone="solid" disabled={texts.length === 0}>
              Import selected
            </Button>
            {pages > 1 && chosen > 0 ? (
              <Button type="submit" name="intent" value="all" tone="outline">
                Import all {chosen.toLocaleString('en-US')} without a note
              </Button>
            ) : null}
            <Button type="submit" name="intent" value="cancel" tone="outline">
              Cancel
            </Button>
          </div>
          <PagedRows
            list={loaderData}
            shown={texts.length}
            none={<p>There is nothing to import.</p>}
            pathOf={(page) => `/admin/languages/import/${id}${page === 1 ? '' : `?page=${page}`}`}
          >
            <Comparison texts={texts} language={language} />
          </PagedRows>
        </FormFields>
      </Form>
    </AdminPage>
  )
}

function Comparison({ texts, language }: Pick<ComparedImport, 'texts' | 'language'>) {
  const words = 'whitespace-pre-wrap wrap-anywhere text-sm'
  const written = { lang: language, dir: directionOf(language) }
  return (
    <div className="overflow-x-auto [&>div]:min-w-[56rem]">
      <Table
        caption="Texts of the file"
        head={
          <>
            <HeadCell className="w-12">
              <span className="sr-only">Selected</span>
            </HeadCell>
            <HeadCell>Source</HeadCell>
            <HeadCell>Now</HeadCell>
            <HeadCell>From the file</HeadCell>
            <HeadCell className="w-52">Note</HeadCell>
          </>
        }
      >
        {texts.map(({ position, page, place, source, current, target, note, isFit, isChosen }) => (
          <tr key={position} className="align-top">
            <Cell>
              <input
                key={String(isChosen)}
                type="checkbox"
                name={`text-${position}`}
                aria-label={`${page}: ${source.slice(0, 60)}`}
                defaultChecked={isChosen}
                disabled={!isFit}
                className="size-5"
              />
            </Cell>
            <Cell className={words}>
              <span className="block text-xs text-muted">
                <bdi>{page}</bdi> · <bdi>{place.slice(place.indexOf(':') + 1)}</bdi>
              </span>
              <bdi>{source}</bdi>
            </Cell>
            <Cell className={words} {...written}>
              {current}
            </Cell>
            <Cell className={words} {...written}>
              {target}
            </Cell>
            <Cell className={isFit ? 'text-sm text-secondary' : 'text-sm text-danger'}>{note}</Cell>
          </tr>
        ))}
      </Table>
    </div>
  )
}
