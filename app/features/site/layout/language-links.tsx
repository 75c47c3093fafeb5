import { directionOf, ownNameOf } from '#app/lib/languages.ts'
import { Globe } from '#app/ui/icons.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { useSite } from '#app/ui/use-site.ts'

import { languageLink } from '../languages/local-addresses.ts'
import { siteTexts } from '../messages.ts'

/** The languages of the site in the footer, each named in itself; nothing for a site with one. */
export function LanguageLinks() {
  const { nav } = useTexts(siteTexts)
  if (useSite().languages.length === 0) return null
  return (
    <nav aria-label={nav.language}>
      <List className="flex flex-wrap gap-x-5 gap-y-1" />
    </nav>
  )
}

/** The same in the header, behind a button that works without script. */
export function LanguageMenu() {
  const { nav } = useTexts(siteTexts)
  const { language, languages } = useSite()
  if (languages.length === 0) return null
  return (
    <li className="relative">
      <details>
        <summary className="flex cursor-pointer list-none items-center gap-2 rounded-md px-3 py-2.5 text-lg text-secondary hover:text-primary lg:text-[0.95rem]">
          <Globe aria-hidden className="size-4" />
          <span className="sr-only">{nav.chooseLanguage}: </span>
          <span lang={language}>{ownNameOf(language)}</span>
        </summary>
        <List className="grid gap-1 px-3 pb-2 lg:absolute lg:inset-e-0 lg:top-full lg:mt-2 lg:min-w-44 lg:rounded-lg lg:border lg:border-line-strong lg:bg-overlay lg:p-3 lg:shadow-float" />
      </details>
    </li>
  )
}

function List({ className }: { className: string }) {
  const { language, languages } = useSite()
  return (
    <ul className={className}>
      {languages.map((tag) => (
        <li key={tag}>
          <a
            href={languageLink(tag)}
            lang={tag}
            dir={directionOf(tag)}
            hrefLang={tag}
            aria-current={tag === language ? 'true' : undefined}
            className="inline-block py-1 text-sm text-secondary no-underline transition-colors hover:text-primary aria-[current=true]:text-primary"
          >
            {ownNameOf(tag)}
          </a>
        </li>
      ))}
    </ul>
  )
}
