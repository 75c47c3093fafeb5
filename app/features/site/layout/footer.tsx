import { useMenus } from '#app/features/content/around.tsx'
import type { MenuLink } from '#app/features/content/menus/shown-menus.ts'
import { cx } from '#app/lib/class-names.ts'
import { fill } from '#app/lib/messages.ts'
import { type Brand, BrandIcon } from '#app/ui/brand-icon.tsx'
import { Mail } from '#app/ui/icons.tsx'
import { useTexts } from '#app/ui/locale.tsx'

import { siteTexts } from '../messages.ts'

import { LanguageLinks } from './language-links.tsx'
import { Logo } from './logo.tsx'
import { useSite } from '#app/ui/use-site.ts'

/** Grid classes by number of link columns. */
const grids = [
  '',
  'md:grid-cols-[1.4fr_1fr]',
  'md:grid-cols-[1.4fr_1fr_1fr]',
  'md:grid-cols-[1.4fr_1fr_1fr_1fr]',
  'md:grid-cols-3 lg:grid-cols-[1.4fr_1fr_1fr_1fr_1fr]',
]

export function Footer() {
  const { footer } = useTexts(siteTexts)
  const site = useSite()
  const { blurb, legalLine, since, showsAdmin, ...menus } = useMenus()
  const columns = showsAdmin ? withLink(menus.columns, { href: '/admin', text: footer.admin }) : menus.columns
  const networks: { brand: Brand; href: string; label: string }[] = [
    { brand: 'linkedin', href: site.socialLinkedin, label: footer.socialLinkedin },
    { brand: 'x', href: site.socialX, label: footer.socialX },
    { brand: 'instagram', href: site.socialInstagram, label: footer.socialInstagram },
  ]
  const social = networks.filter(({ href }) => href !== '')
  const years = since !== null && site.year > since ? `${since}–${site.year}` : String(since ?? site.year)
  return (
    <footer className="border-t border-line bg-raised">
      <div className={cx('container-page grid gap-12 py-16', grids[columns.length])}>
        <div className="max-w-xs">
          <Logo {...site} />
          {blurb ? <p className="mt-4 text-sm text-secondary">{blurb}</p> : null}
          {social.length > 0 ? (
            <ul className="mt-6 flex gap-2">
              {social.map(({ brand, href, label }) => (
                <li key={brand}>
                  <a
                    href={href}
                    target="_blank"
                    rel="noopener noreferrer"
                    aria-label={fill(label, { siteName: site.siteName })}
                    className="grid size-10 place-items-center rounded-full border border-line-strong text-secondary transition-colors hover:text-primary"
                  >
                    <BrandIcon brand={brand} />
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
          <a
            href={`mailto:${site.contactEmail}`}
            className="mt-6 inline-flex items-center gap-2 py-1 text-sm text-secondary no-underline transition-colors hover:text-primary"
          >
            <Mail aria-hidden className="size-4" />
            {site.contactEmail}
          </a>
          <button
            type="button"
            hidden
            data-stop-motion={footer.startMotion}
            className="mt-3 block py-1 text-sm text-muted transition-colors hover:text-primary"
          >
            {footer.stopMotion}
          </button>
        </div>
        {columns.map(({ title, links }, at) => (
          <LinkColumn key={at} title={title} links={links} />
        ))}
      </div>
      {legalLine || site.languages.length > 0 ? (
        <div className="border-t border-line">
          <div className="container-page flex flex-wrap justify-between gap-x-8 gap-y-3 py-6">
            {legalLine ? <p className="text-sm text-muted">{fill(legalLine, { years })}</p> : null}
            <LanguageLinks />
          </div>
        </div>
      ) : null}
    </footer>
  )
}

type Column = { title: string; links: readonly MenuLink[] }

function withLink(columns: readonly Column[], link: MenuLink): readonly Column[] {
  const last = columns.at(-1) ?? { title: '', links: [] }
  return [...columns.slice(0, -1), { ...last, links: [...last.links, link] }]
}

function LinkColumn({ title, links }: Column) {
  return (
    <div>
      {title ? <h2 className="font-sans text-sm font-semibold text-primary">{title}</h2> : null}
      <ul className="mt-3 grid gap-1">
        {links.map(({ href, text }, at) => (
          <li key={at}>
            <a
              href={href}
              className="inline-block py-1 text-sm text-secondary no-underline transition-colors hover:text-primary"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
