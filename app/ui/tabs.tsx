import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'

import { cx } from '#app/lib/class-names.ts'

type TabsProps<Id extends string> = {
  label: string
  tabs: readonly { id: Id; name: string; panel: ReactNode }[]
  initial: Id
  /** Opens the tab without JavaScript. */
  hrefOf: (id: Id) => string
}

/** Shows one panel at a time (WAI-ARIA tabs). Text typed into hidden panels is kept. */
export function Tabs<Id extends string>({ label, tabs, initial, hrefOf }: TabsProps<Id>) {
  const [chosen, setChosen] = useState(initial)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()

  function onKeyDown(event: KeyboardEvent): void {
    const to = nextTab(
      event.key,
      tabs.findIndex((tab) => tab.id === chosen),
      tabs.length,
    )
    const tab = to === null ? undefined : tabs[to]
    if (to === null || !tab) return
    event.preventDefault()
    setChosen(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }

  return (
    <div className="rounded-lg border border-line bg-raised">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="flex gap-1 border-b border-line px-3 pt-1.5"
      >
        {tabs.map((tab) => {
          const isChosen = tab.id === chosen
          return (
            <a
              key={tab.id}
              id={`${id}-${tab.id}`}
              role="tab"
              href={hrefOf(tab.id)}
              aria-selected={isChosen}
              aria-controls={`${id}-${tab.id}-panel`}
              tabIndex={isChosen ? 0 : -1}
              onClick={(event) => {
                event.preventDefault()
                setChosen(tab.id)
              }}
              className={cx(
                '-mb-px border-b-2 px-3 py-2.5 no-underline transition-colors',
                isChosen
                  ? 'border-accent text-primary'
                  : 'border-transparent text-secondary hover:text-primary',
              )}
            >
              {tab.name}
            </a>
          )
        })}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          id={`${id}-${tab.id}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${tab.id}`}
          hidden={tab.id !== chosen}
          className="p-5 sm:p-6"
        >
          {tab.panel}
        </div>
      ))}
    </div>
  )
}

/** Returns the next tab's index for a key (WAI-ARIA tabs); null for other keys. */
export function nextTab(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

type LinkTab = { to: string; name: string; isCurrent: boolean }

export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className="overflow-x-auto">
      <ul className="flex w-max min-w-full gap-1 border-b border-line">
        {tabs.map(({ to, name, isCurrent }) => (
          <li key={to}>
            <Link
              ref={isCurrent ? showInRow : undefined}
              to={to}
              aria-current={isCurrent ? 'page' : undefined}
              className={cx(
                '-mb-px block border-b-2 px-3 py-2 whitespace-nowrap no-underline',
                isCurrent
                  ? 'border-accent text-primary'
                  : 'border-transparent text-secondary hover:text-primary',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A ref for the current link of a row: scrolls the row to the link without scrolling the page. */
function showInRow(link: HTMLElement | null): void {
  const row = link?.closest('nav')
  if (!link || !row) return
  const [outer, inner] = [row.getBoundingClientRect(), link.getBoundingClientRect()]
  row.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2
}
