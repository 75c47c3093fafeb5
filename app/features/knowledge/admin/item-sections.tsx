import { EmptyState } from '#app/ui/empty-state.tsx'
import { FileSearch } from '#app/ui/icons.tsx'
import { Pagination } from '#app/ui/pagination.tsx'

import type { Section } from '../passages/section.ts'

import { isUnsettled } from './item-status.tsx'
import { SECTIONS_PER_PAGE } from './sections-page.ts'
import type { ShownItem } from './shown-item.ts'

type ItemSectionsProps = {
  item: ShownItem
  sections: readonly Section[]
  page: number
  pages: number
  total: number
}

/** What was read of an item, so that its owner sees what the assistant can know. */
export function ItemSections({ item, sections, page, pages, total }: ItemSectionsProps) {
  if (sections.length === 0)
    return (
      <EmptyState
        icon={FileSearch}
        title="Nothing was read yet"
        text={
          isUnsettled(item)
            ? 'What is read appears here by itself.'
            : 'Once it can be read, its text stands here.'
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
