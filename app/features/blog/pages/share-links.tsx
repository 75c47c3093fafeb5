import { type Brand, BrandIcon } from '#app/ui/brand-icon.tsx'
import { Mail } from '#app/ui/icons.tsx'
import { useMessages } from '#app/ui/locale.tsx'

import { blogMessages } from '../blog-messages.ts'

/** Plain links to the networks' own share pages: no script of theirs, nothing sent before a press. */
export function ShareLinks({ url, title }: { url: string; title: string }) {
  const { post } = useMessages(blogMessages)
  const [address, text] = [encodeURIComponent(url), encodeURIComponent(title)]
  const links: { brand: Brand; href: string; label: string }[] = [
    {
      brand: 'linkedin',
      href: `https://www.linkedin.com/sharing/share-offsite/?url=${address}`,
      label: post.linkedin,
    },
    { brand: 'whatsapp', href: `https://wa.me/?text=${text}%20${address}`, label: post.whatsapp },
    {
      brand: 'facebook',
      href: `https://www.facebook.com/sharer/sharer.php?u=${address}`,
      label: post.facebook,
    },
    { brand: 'x', href: `https://twitter.com/intent/tweet?text=${text}&url=${address}`, label: post.twitter },
  ]
  const linkClass =
    'grid size-10 place-items-center rounded-full border border-line-strong text-secondary transition-colors hover:text-primary'
  return (
    <section aria-labelledby="share-post" className="mt-10 flex flex-wrap items-center justify-between gap-4">
      <h2 id="share-post" className="font-sans font-medium">
        {post.share}
      </h2>
      <ul className="flex gap-2">
        {links.map(({ brand, href, label }) => (
          <li key={brand}>
            <a href={href} target="_blank" rel="noopener noreferrer" aria-label={label} className={linkClass}>
              <BrandIcon brand={brand} className="size-4" />
            </a>
          </li>
        ))}
        <li>
          <a href={`mailto:?subject=${text}&body=${address}`} aria-label={post.email} className={linkClass}>
            <Mail aria-hidden className="size-4" />
          </a>
        </li>
      </ul>
    </section>
  )
}
