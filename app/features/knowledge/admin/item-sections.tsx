import { EmptyState } from '#app/ui/empty-state.tsx'
import { FileSearch } from '#app/ui/icons.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { Section } from '../passages/section.ts'

import { isInProgress } from './item-status.tsx'
import { SECTIONS_PER_PAGE, type ShownItem } from './shown-item.ts'

export function ItemChanges({ item: { changedAt, changes } }: { item: ShownItem }) {
  const { timeZone } = useAdminShell()
  if (changedAt === null) return null
  return (
    <details className="rounded-lg border border-line bg-raised p-5">
      <summary className="cursor-pointer font-medium">
        Changed <Time at={changedAt} timeZone={timeZone} />
      </summary>
      {changes === null ? (
        <p className="mt-3 text-sm text-secondary">Most of the page has changed.</p>
      ) : (
        <ul className="mt-3 grid gap-2 text-sm">
          {changes.map(({ kind, text }, at) => (
            <li key={at} className="wrap-anywhere whitespace-pre-wrap">
              {kind === 'added' ? (
                <ins className="text-success no-underline">+ {text}</ins>
              ) : (
                <del className="text-danger no-underline">− {text}</del>
              )}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

type ItemSectionsProps = {
  item: ShownItem
  sections: readonly Section[]
  page: number
  pages: number
  total: number
}

export function ItemSections({ item, sections, page, pages, total }: ItemSectionsProps) {
  if (sections.length === 0)
    return (
      <EmptyState
        icon={FileSearch}
        title="Nothing has been read yet"
        text={
          isInProgress(item)
            ? 'The text appears here as soon as it has been read.'
            : 'The text appears here once it can be read.'
        }
      />
    )
  const first = (page - 1) * SECTIONS_PER_PAGE
  return (
    <section aria-labelledby="read-title" className="grid grid-cols-1 gap-4">
      <h2 id="read-title" className="text-lg font-semibold">
        What was read
      </h2>
      <ol className="divide-y divide-line rounded-lg border border-line bg-raised">
        {sections.map((section, at) => (
          <li key={at} lang={item.language ?? undefined} className="grid gap-2 px-5 py-4">
            {section.headings.length > 0 || section.page !== null ? <Place section={section} /> : null}
            <p dir="auto" className="text-sm whitespace-pre-wrap text-secondary">
              {section.text}
            </p>
          </li>
        ))}
      </ol>
      {pages > 1 ? (
        <Pagination
          page={page}
          pages={pages}
          summary={`Sections ${first + 1}–${first + sections.length} of ${total}`}
          pathOf={(to) => `/admin/knowledge/${item.id}?page=${to}`}
        />
      ) : null}
    </section>
  )
}

function Place({ section: { headings, page } }: { section: Section }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      {headings.length > 0 ? (
        <h3 className="font-medium">
          <bdi>{headings.join(' › ')}</bdi>
        </h3>
      ) : null}
      {page === null ? null : (
        <span lang="en" className="shrink-0 text-xs text-muted tabular-nums">
          Page {page}
        </span>
      )}
    </div>
  )
}
