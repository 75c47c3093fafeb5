import { useServices } from '#app/features/content/around.tsx'
import { fill } from '#app/lib/messages.ts'
import { type Brand, BrandIcon } from '#app/ui/brand-icon.tsx'
import { Mail } from '#app/ui/icons.tsx'
import { useMessages } from '#app/ui/locale.tsx'

import { siteMessages } from '../messages.ts'

import { Logo } from './logo.tsx'
import { useSite } from '#app/ui/use-site.ts'

const SINCE = 2024

export function Footer() {
  const { footer } = useMessages(siteMessages)
  const site = useSite()
  const services = useServices().filter(({ hasPage }) => hasPage)
  const company = [
    { href: '/about', text: footer.about },
    { href: '/blog', text: footer.blog },
    { href: '/contact', text: footer.contact },
  ]
  const legal = [
    { href: '/terms', text: footer.terms },
    { href: '/privacy', text: footer.privacy },
    { href: '/admin', text: footer.admin },
  ]
  const social: { brand: Brand; href: string; label: string }[] = [
    { brand: 'linkedin', href: site.socialLinkedin, label: footer.socialLinkedin },
    { brand: 'x', href: site.socialX, label: footer.socialX },
    { brand: 'instagram', href: site.socialInstagram, label: footer.socialInstagram },
  ]
  const years = site.year > SINCE ? `${SINCE}–${site.year}` : String(SINCE)
  return (
    <footer className="border-t border-line bg-raised">
      <div className="container-page grid gap-12 py-16 md:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <div className="max-w-xs">
          <Logo {...site} />
          <p className="mt-4 text-sm text-secondary">{footer.blurb}</p>
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
                  <BrandIcon brand={brand} className="size-4" />
                </a>
              </li>
            ))}
          </ul>
          <a
            href={`mailto:${site.contactEmail}`}
            className="mt-6 inline-flex items-center gap-2 py-1 text-sm text-secondary no-underline transition-colors hover:text-primary"
          >
            <Mail aria-hidden className="size-4" />
            {site.contactEmail}
          </a>
        </div>
        <LinkColumn
          title={footer.services}
          links={services.map(({ path, name }) => ({ href: path, text: name }))}
        />
        <LinkColumn title={footer.company} links={company} />
        <LinkColumn title={footer.legal} links={legal} />
      </div>
      <div className="border-t border-line">
        <p className="container-page py-6 text-sm text-muted">
          {fill(footer.copyright, { years, siteName: site.siteName })}
        </p>
      </div>
    </footer>
  )
}

function LinkColumn({ title, links }: { title: string; links: { href: string; text: string }[] }) {
  return (
    <div>
      <h2 className="font-sans text-sm font-semibold text-primary">{title}</h2>
      <ul className="mt-3 grid gap-1">
        {links.map(({ href, text }) => (
          <li key={href}>
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
