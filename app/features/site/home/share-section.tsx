import { type Brand, BrandIcon } from '#app/ui/brand-icon.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { useMessages } from '#app/ui/locale.tsx'

import { useSite } from '#app/ui/use-site.ts'
import { siteMessages } from '../messages.ts'

/** Plain links to the networks' own share pages: no script of theirs, nothing sent before a press. */
export function ShareSection() {
  const { share } = useMessages(siteMessages).home
  const { publicUrl } = useSite()
  const url = encodeURIComponent(`${publicUrl}/`)
  const text = encodeURIComponent(share.text)
  const links: { brand: Brand; href: string; label: string }[] = [
    {
      brand: 'linkedin',
      href: `https://www.linkedin.com/feed/?shareActive=true&text=${text}%20${url}`,
      label: share.linkedin,
    },
    { brand: 'whatsapp', href: `https://wa.me/?text=${text}%20${url}`, label: share.whatsapp },
    {
      brand: 'facebook',
      href: `https://www.facebook.com/sharer/sharer.php?u=${url}&quote=${text}`,
      label: share.facebook,
    },
    { brand: 'x', href: `https://twitter.com/intent/tweet?text=${text}&url=${url}`, label: share.twitter },
  ]
  return (
    <section aria-labelledby="share-title" className="border-t border-line py-14">
      <div className="container-page flex flex-col items-start justify-between gap-6 lg:flex-row lg:items-center">
        <h2 id="share-title" className="text-heading">
          {share.title}
        </h2>
        <ul className="flex flex-wrap gap-3">
          {links.map(({ brand, href, label }) => (
            <li key={brand}>
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass({ tone: 'outline', size: 'md' })}
              >
                <BrandIcon brand={brand} className="size-4" />
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
