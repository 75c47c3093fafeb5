import { Form, Link } from 'react-router'

import type { VersionState } from '#app/features/translation/version-state.ts'
import { ownNameOf } from '#app/lib/languages.ts'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'
import { Cell, HeadCell, Table } from '#app/ui/table.tsx'

import type { TranslatedRow } from './list-all-translations.server.ts'

type TranslationTableProps = {
  pages: readonly TranslatedRow[]
  languages: readonly string[]
  /** About what the missing texts of this page of the table cost, in US dollars; null without a provider. */
  cost: number | null
}

const editors = { page: '/admin/pages', post: '/admin/blog' } as const

/** Pages and posts by languages, with what is missing or out of date, and the buttons for all of a language. */
export function TranslationTable({ pages, languages, cost }: TranslationTableProps) {
  return (
    <div className="grid gap-4">
      <Form
        method="post"
        aria-label="All pages and posts of a language"
        className="flex flex-wrap items-center gap-3"
      >
        <FormFields>
          <input type="hidden" name="page" value="" />
          <span className="w-48">
            <Select name="language" aria-label="Translate into">
              {languages.map((tag) => (
                <option key={tag} value={tag}>
                  {ownNameOf(tag)}
                </option>
              ))}
            </Select>
          </span>
          <Button type="submit" name="intent" value="translate" tone="outline" disabled={cost === null}>
            Translate missing
          </Button>
          <Button type="submit" name="intent" value="publish" tone="solid">
            Publish
          </Button>
          <span className="text-sm text-muted" title="For what is listed below">
            {costText(cost)}{' '}
            {cost === null ? (
              <Link to="/admin/api" className="underline underline-offset-4">
                Connect one
              </Link>
            ) : null}
          </span>
          <span className="flex flex-wrap gap-x-4 text-sm">
            {languages.map((tag) => (
              <Link key={tag} to={`/admin/languages/${tag}`} className="underline underline-offset-4">
                Short texts and files in <bdi lang={tag}>{ownNameOf(tag)}</bdi>
              </Link>
            ))}
          </span>
        </FormFields>
      </Form>
      <div className="overflow-x-auto [&>div]:min-w-[44rem]">
        <Table
          caption="Translations"
          head={
            <>
              <HeadCell className="w-56">Page or post</HeadCell>
              <HeadCell className="w-20 text-right">Words</HeadCell>
              {languages.map((tag) => (
                <HeadCell key={tag} className="w-40">
                  <bdi lang={tag}>{ownNameOf(tag)}</bdi>
                </HeadCell>
              ))}
            </>
          }
        >
          {pages.map(({ kind, id, name, words, versions }) => (
            <tr key={id} className="h-12">
              <Cell>
                <Link to={`${editors[kind]}/${id}`} className="font-medium wrap-anywhere">
                  <bdi>{name}</bdi>
                </Link>
                {kind === 'post' ? <span className="ml-2 text-xs text-muted">Post</span> : null}
              </Cell>
              <Cell className="text-right text-sm text-secondary tabular-nums">
                {words.toLocaleString('en-US')}
              </Cell>
              {versions.map((version) => (
                <Cell key={version.language}>
                  <Version of={{ kind, id, name }} version={version} />
                </Cell>
              ))}
            </tr>
          ))}
        </Table>
      </div>
    </div>
  )
}

const names = {
  copy: 'Not translated',
  draft: 'Draft',
  published: 'Published',
  changed: 'Published, with changes',
} as const

type VersionProps = { of: Pick<TranslatedRow, 'kind' | 'id' | 'name'>; version: VersionState }

function Version({ of: source, version }: VersionProps) {
  const { id, language, state, old } = version
  const of = `${source.name}, ${ownNameOf(language)}`
  if (id === null || state === 'missing')
    return (
      <Form method="post" className="flex items-center gap-2">
        <FormFields>
          <input type="hidden" name="id" value={source.id} />
          <input type="hidden" name="language" value={language} />
          <span className="text-sm text-muted">Missing</span>
          <Button
            type="submit"
            name="intent"
            value={source.kind === 'post' ? 'post-version' : 'version'}
            tone="quiet"
            size="sm"
            aria-label={`Add ${of}`}
          >
            Add
          </Button>
        </FormFields>
      </Form>
    )
  return (
    <span className="grid text-sm">
      <Link
        to={`${editors[source.kind]}/${id}`}
        aria-label={`Edit ${of}`}
        className="underline underline-offset-4"
      >
        {names[state]}
      </Link>
      {old > 0 ? (
        <span className="text-warning tabular-nums">{old === 1 ? '1 text' : `${old} texts`} out of date</span>
      ) : null}
    </span>
  )
}

/** Says what a translation costs. */
export function costText(cost: number | null): string {
  if (cost === null) return 'Without an AI provider, translate by hand.'
  return cost < 0.01 ? 'This costs less than $0.01.' : `This costs about $${cost.toFixed(2)}.`
}
