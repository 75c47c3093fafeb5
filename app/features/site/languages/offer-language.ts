import { isStored } from '#app/lib/is-stored.ts'

const KEY = 'language-offered'

const languageOf = (tag: string) => tag.split('-')[0]?.toLowerCase()

/** Offers the page once in another language of the site that the browser prefers; the page's links name them. */
export function offerLanguage(): void {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[hreflang][title]')]
  if (links.length === 0 || isStored(KEY)) return
  const own = languageOf(document.documentElement.lang)
  const found = navigator.languages
    .map((wanted) => links.find(({ hreflang }) => languageOf(hreflang) === languageOf(wanted)))
    .find((link) => link !== undefined)
  if (!found || languageOf(found.hreflang) === own) return
  const bar = document.createElement('aside')
  const link = document.createElement('a')
  const close = document.createElement('button')
  Object.assign(link, { href: found.href, textContent: found.title })
  Object.assign(close, { type: 'button', textContent: found.dataset['close'] })
  Object.assign(bar, {
    lang: found.hreflang,
    dir: 'auto',
    className: 'language-offer',
    ariaLabel: found.title,
  })
  const remember = () => {
    try {
      localStorage.setItem(KEY, '')
    } catch {
      // Storage is blocked.
    }
  }
  link.addEventListener('click', remember)
  close.addEventListener('click', () => {
    remember()
    bar.remove()
  })
  bar.append(link, close)
  document.body.prepend(bar)
}
