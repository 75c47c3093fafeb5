import { useMenus, useServices } from '#app/features/content/around.tsx'
import { type BlockIcon, blockIcons } from '#app/features/content/block-icons.ts'
import { fill } from '#app/lib/messages.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { ChevronDown, Menu, X } from '#app/ui/icons.tsx'
import { useTexts } from '#app/ui/locale.tsx'

import { siteTexts } from '../messages.ts'

import { LanguageMenu } from './language-links.tsx'
import { Logo } from './logo.tsx'
import { useSite } from '#app/ui/use-site.ts'

const linkClass =
  'block rounded-md px-3 py-2.5 text-lg text-secondary no-underline transition-colors hover:text-primary lg:py-2 lg:text-[0.95rem]'

/** One navigation for every width: a row on wide screens, on small ones a popover, which needs no script. */
export function Header() {
  const { nav } = useTexts(siteTexts)
  const site = useSite()
  const { header, button } = useMenus()
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-ink/80 backdrop-blur-md">
      <div className="container-page flex h-16 items-center justify-between gap-6">
        <a
          href="/"
          aria-label={fill(nav.logo, { siteName: site.siteName })}
          className="rounded-sm no-underline"
        >
          <Logo {...site} />
        </a>
        <nav aria-label={nav.label} className="contents">
          <button
            type="button"
            popoverTarget="site-menu"
            aria-label={nav.openMenu}
            className="-me-2 grid size-11 place-items-center rounded-md text-primary lg:hidden"
          >
            <Menu aria-hidden className="size-6" />
          </button>
          <div id="site-menu" popover="auto" className="site-menu">
            <div className="flex h-16 items-center justify-between px-5 lg:hidden">
              <Logo {...site} />
              <button
                type="button"
                popoverTarget="site-menu"
                popoverTargetAction="hide"
                aria-label={nav.closeMenu}
                className="-me-2 grid size-11 place-items-center rounded-md text-primary"
              >
                <X aria-hidden className="size-6" />
              </button>
            </div>
            <ul className="flex flex-col gap-1 px-2 lg:flex-row lg:items-center lg:px-0">
              {header.map((entry, at) =>
                entry.kind === 'services' ? (
                  <ServicesMenu key={at} text={entry.text} />
                ) : (
                  <li key={at}>
                    <a href={entry.href} className={linkClass}>
                      {entry.text}
                    </a>
                  </li>
                ),
              )}
              <LanguageMenu />
              {button ? (
                <li className="px-3 pt-4 lg:pt-0 lg:pe-0">
                  <a
                    href={button.href}
                    className={buttonClass({ tone: 'sweep', size: 'md', className: 'w-full' })}
                  >
                    {button.text}
                  </a>
                </li>
              ) : null}
            </ul>
          </div>
        </nav>
      </div>
    </header>
  )
}

/** CSS opens it on hover, without script also on focus, and closes it after 500 ms; enliven-header.ts does the rest. */
function ServicesMenu({ text }: { text: string }) {
  const services = useServices().filter(({ hasPage }) => hasPage)
  return (
    <li className="services-menu relative" data-services-menu>
      <button
        type="button"
        aria-expanded="false"
        aria-controls="services-list"
        className={`${linkClass} flex w-full items-center justify-between gap-1.5 lg:justify-start`}
      >
        {text}
        <ChevronDown aria-hidden className="services-chevron size-4" />
      </button>
      <ul id="services-list" className="services-panel">
        {services.map(({ id, path, name, menuText, icon }) => (
          <li key={id}>
            <a
              href={path}
              className="flex items-start gap-3.5 rounded-md px-3 py-2.5 no-underline transition-colors hover:bg-line"
            >
              <ServiceIcon name={icon} />
              <span>
                <span className="block font-medium text-primary">{name}</span>
                <span className="block text-sm text-muted">{menuText}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </li>
  )
}

function ServiceIcon({ name }: { name: BlockIcon }) {
  const Icon = blockIcons[name]
  return <Icon aria-hidden className="mt-1 size-5 shrink-0 text-accent" />
}
