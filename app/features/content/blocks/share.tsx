import { z } from 'zod'

import { type Brand, BrandIcon } from '#app/ui/brand-icon.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { useSite } from '#app/ui/use-site.ts'

import { defineBlock } from '../define-block.ts'
import { line } from '../fields.ts'

/** Plain links to the networks' share pages: no third-party script, and nothing is sent before a click. */
export const shareBlock = defineBlock({
  type: 'share',
  version: 1,
  title: 'Share links',
  help: 'Links that visitors can use to share the site. A link without a label is left out.',
  schema: z.object({
    title: line('Title', { isRequired: true }),
    text: line('Text that is shared with the address', { max: 200 }),
    linkedin: line('LinkedIn', { max: 40 }),
    whatsapp: line('WhatsApp', { max: 40 }),
    facebook: line('Facebook', { max: 40 }),
    x: line('X', { max: 40 }),
  }),
  Component({ id, title, text, ...labels }) {
    const { publicUrl } = useSite()
    const url = encodeURIComponent(`${publicUrl}/`)
    const words = encodeURIComponent(text)
    const links: { brand: Brand & keyof typeof labels; href: string }[] = [
      {
        brand: 'linkedin',
        href: `https://www.linkedin.com/feed/?shareActive=true&text=${words}%20${url}`,
      },
      { brand: 'whatsapp', href: `https://wa.me/?text=${words}%20${url}` },
      { brand: 'facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}&quote=${words}` },
      { brand: 'x', href: `https://twitter.com/intent/tweet?text=${words}&url=${url}` },
    ]
    return (
      <section id={id} aria-labelledby={`${id}-title`} className="border-t border-line py-14">
        <div className="container-page flex flex-col items-start justify-between gap-6 lg:flex-row lg:items-center">
          <h2 id={`${id}-title`} className="text-heading">
            {title}
          </h2>
          <ul className="flex flex-wrap gap-3">
            {links
              .filter(({ brand }) => labels[brand])
              .map(({ brand, href }) => (
                <li key={brand}>
                  <a
                    href={href}
                    target="_blank"
                    rel="noopener noreferrer"
                    className={buttonClass({ tone: 'outline', size: 'md' })}
                  >
                    <BrandIcon brand={brand} />
                    {labels[brand]}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      </section>
    )
  },
})
