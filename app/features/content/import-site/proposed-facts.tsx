import { Link } from 'react-router'

import { buttonClass } from '#app/ui/button.tsx'

import type { ProposedFact, Proposal } from './proposal.ts'
import { Found, SourceLink, Tick } from './proposed-drafts.tsx'

export function ProposedFacts({ facts }: { facts: readonly ProposedFact[] }) {
  return (
    <Found id="found-facts" title="Facts">
      {facts.map(({ title, value, url, keptAs }, index) => (
        <li key={index} className="grid gap-1">
          {keptAs === undefined ? (
            <Tick name="facts" index={index} label={`${title}: ${value}`} isTicked={false} />
          ) : (
            <p>
              {title}: {value}, kept as <code>{`{${keptAs}}`}</code>
            </p>
          )}
          <p className="pl-6 text-sm text-secondary">
            From <SourceLink url={url} />
          </p>
        </li>
      ))}
    </Found>
  )
}

/** Links that open the menus and brand forms with what was found; nothing is saved until the form is. */
export function ProposedLook({ id, proposal }: { id: string; proposal: Proposal }) {
  const { menu, colours, logo } = proposal
  if (menu.length === 0 && colours.length === 0 && !logo) return null
  return (
    <section aria-labelledby="found-look" className="grid max-w-5xl gap-4">
      <h2 id="found-look" className="text-heading">
        Menu, colours and logo
      </h2>
      <p className="text-secondary">
        Each opens in its form with the values filled in. Visitors see nothing of it until you save that form.
      </p>
      <p className="flex flex-wrap gap-3">
        {menu.length > 0 ? (
          <Link to={`/admin/menus?from=${id}`} className={buttonClass({ tone: 'outline', size: 'md' })}>
            Open the menu under Menus
          </Link>
        ) : null}
        {colours.length > 0 || proposal.logoFile ? (
          <Link to={`/admin/brand?from=${id}`} className={buttonClass({ tone: 'outline', size: 'md' })}>
            Open colours and logo under Brand
          </Link>
        ) : null}
      </p>
      <ul className="grid gap-2">
        {menu.map(({ text, target }) => (
          <li key={target}>
            {text}: <SourceLink url={target} />
          </li>
        ))}
        {colours.map(({ text, url }) => (
          <li key={text}>
            Colour <code>{text}</code>, from <SourceLink url={url} />
          </li>
        ))}
        {logo ? (
          <li>
            Logo: <SourceLink url={logo.text} />
          </li>
        ) : null}
      </ul>
    </section>
  )
}

export function ReadPages({ proposal: { read, left } }: { proposal: Proposal }) {
  return (
    <details className="max-w-5xl">
      <summary className="cursor-pointer text-secondary">
        {read.length === 1 ? '1 page was read' : `${read.length} pages were read`}
        {left.length > 0 ? `, ${left.length} not` : ''}
      </summary>
      <ul className="mt-3 grid gap-2 text-sm">
        {read.map((url) => (
          <li key={url}>
            <SourceLink url={url} />
          </li>
        ))}
        {left.map(({ url, reason }) => (
          <li key={url}>
            <SourceLink url={url} /> {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}
