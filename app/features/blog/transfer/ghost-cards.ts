import { markdown } from '../content/markdown.ts'
import { xmlText as escaped } from '../feeds/xml.ts'

/** A row of a table, whose fields may be of any kind. */
export type Row = Record<string, unknown>

/** What the reading of a post's text has found so far. */
export type BodyState = { warnings: Set<string>; isRestricted: boolean }

export const EMAIL_ONLY = 'A part that was for emails only was left out.'

export function textIn(row: Row, name: string): string {
  const value = row[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : [])
export const wrapped = (tag: string, html: string) => `<${tag}>${html}</${tag}>`
export const linked = (url: string, html: string) =>
  url === '' || html === '' ? html : `<a href="${escaped(url)}">${html}</a>`
const paragraph = (html: string) => (html.trim() === '' ? '' : `<p>${html}</p>`)
const asText = (row: Row, name: string) => escaped(textIn(row, name))

type Card = (payload: Row, state: BodyState) => string

/** What each kind of card becomes. Captions and longer texts are HTML in Ghost. */
const cards: Readonly<Record<string, Card>> = {
  image: imageCard,
  'card-image': imageCard,
  gallery(payload) {
    const images = rowsIn(payload['images']).map((image) => pictureOf(image))
    return images.join('') === '' ? '' : `<figure>${images.join('')}${captionOf(payload)}</figure>`
  },
  html: (payload) => textIn(payload, 'html'),
  'card-html': (payload) => textIn(payload, 'html'),
  markdown: (payload) => markdown.render(textIn(payload, 'markdown')),
  'card-markdown': (payload) => markdown.render(textIn(payload, 'markdown')),
  code: codeCard,
  codeblock: codeCard,
  horizontalrule: () => '<hr>',
  hr: () => '<hr>',
  'soft-return': () => '<br>',
  bookmark(payload) {
    const about = isRow(payload['metadata']) ? { ...payload, ...payload['metadata'] } : payload
    const url = textIn(payload, 'url') || textIn(about, 'url')
    const by = [asText(about, 'author'), asText(about, 'publisher')].filter(Boolean).join(', ')
    return (
      paragraph(
        [linked(url, asText(about, 'title') || escaped(url)), asText(about, 'description'), by]
          .filter(Boolean)
          .join('<br>'),
      ) + paragraph(textIn(payload, 'caption'))
    )
  },
  embed(payload) {
    const about = isRow(payload['metadata']) ? payload['metadata'] : {}
    const url = textIn(payload, 'url')
    const code = textIn(payload, 'html')
    // Embedded texts, such as of Twitter, stay; players become links.
    const shown =
      url === '' || code.includes('<blockquote')
        ? `<figure class="kg-embed-card">${code}</figure>`
        : paragraph(linked(url, asText(about, 'title') || escaped(url)))
    return shown + paragraph(textIn(payload, 'caption'))
  },
  file(payload) {
    const name = asText(payload, 'fileTitle') || asText(payload, 'fileName') || asText(payload, 'src')
    const about = [
      asText(payload, 'fileCaption'),
      name === asText(payload, 'fileName') ? '' : asText(payload, 'fileName'),
    ]
    return paragraph([linked(textIn(payload, 'src'), name), ...about].filter(Boolean).join('<br>'))
  },
  audio: playerCard,
  video: playerCard,
  toggle: (payload) =>
    `<details><summary>${textIn(payload, 'heading')}</summary>${textIn(payload, 'content')}</details>`,
  callout(payload) {
    const emoji = asText(payload, 'calloutEmoji')
    const text = textIn(payload, 'calloutText').replace(/^\s*<p>|<\/p>\s*$/gi, '')
    return `<blockquote><p>${emoji === '' ? '' : `${emoji} `}${text}</p></blockquote>`
  },
  button: buttonOf,
  header(payload) {
    if (textIn(payload, 'backgroundImageSrc') !== '' && payload['version'] !== 2)
      return `${pictureOf({ src: payload['backgroundImageSrc'] })}${headed(payload)}${buttonOf(payload)}`
    return `${headed(payload)}${buttonOf(payload)}`
  },
  signup(payload, state) {
    state.warnings.add('A form to sign up was left out.')
    return `${headed(payload)}${paragraph(textIn(payload, 'disclaimer'))}`
  },
  product(payload) {
    const stars = Math.min(5, Math.max(0, Math.round(Number(payload['productStarRating']) || 0)))
    return (
      pictureOf({ src: payload['productImageSrc'] }) +
      wrapped('h4', textIn(payload, 'productTitle')) +
      (payload['productRatingEnabled'] === true ? paragraph('★'.repeat(stars) + '☆'.repeat(5 - stars)) : '') +
      textIn(payload, 'productDescription') +
      (payload['productButtonEnabled'] === false
        ? ''
        : paragraph(linked(textIn(payload, 'productUrl'), asText(payload, 'productButton'))))
    )
  },
  'call-to-action': (payload) =>
    pictureOf({ src: payload['imageUrl'] }) +
    (payload['hasSponsorLabel'] === false ? '' : textIn(payload, 'sponsorLabel')) +
    textIn(payload, 'textValue') +
    (payload['showButton'] === false ? '' : buttonOf(payload)),
  'before-after': (payload) =>
    `<figure>${[payload['beforeImage'], payload['afterImage']].filter(isRow).map(pictureOf).join('')}${captionOf(payload)}</figure>`,
  nft: (payload) =>
    paragraph(
      linked(
        textIn(payload, 'url'),
        asText(isRow(payload['metadata']) ? payload['metadata'] : payload, 'title'),
      ),
    ),
  email: emailCard,
  'email-cta': emailCard,
  paywall(_payload, state) {
    state.isRestricted = true
    return ''
  },
}

export function isCard(name: string): boolean {
  return Object.hasOwn(cards, name)
}

export function card(name: string, payload: Row, state: BodyState): string {
  if (isForEmails(payload, state)) return emailCard(payload, state)
  if (isCard(name)) return cards[name]?.(payload, state) ?? ''
  const kept = ['html', 'content', 'text', 'markdown', 'title', 'caption', 'url'].map((field) =>
    textIn(payload, field),
  )
  const text = kept
    .filter(Boolean)
    .map((part) => paragraph(/<[a-z]/i.test(part) ? part : escaped(part)))
    .join('')
  if (name === '' && text === '') return ''
  state.warnings.add(
    text === ''
      ? `A part of the unknown kind “${name}” was left out.`
      : `Of a part of the unknown kind “${name}” only the text was kept.`,
  )
  return text
}

function emailCard(_payload: Row, state: BodyState): string {
  state.warnings.add(EMAIL_ONLY)
  return ''
}

function pictureOf(image: Row): string {
  const src = textIn(image, 'src') || textIn(image, 'image')
  if (src === '') return ''
  const sizes = ['width', 'height'].map((name) =>
    Number(image[name]) > 0 ? ` ${name}="${Math.round(Number(image[name]))}"` : '',
  )
  const title = textIn(image, 'title')
  return linked(
    textIn(image, 'href'),
    `<img src="${escaped(src)}" alt="${asText(image, 'alt')}"${title === '' ? '' : ` title="${escaped(title)}"`}${sizes.join('')}>`,
  )
}

function captionOf(payload: Row): string {
  const caption = textIn(payload, 'caption')
  return caption.trim() === '' ? '' : `<figcaption>${caption}</figcaption>`
}

export function imageCard(payload: Row): string {
  const picture = pictureOf(payload)
  const caption = captionOf(payload)
  if (picture === '') return paragraph(textIn(payload, 'caption'))
  return caption === '' ? paragraph(picture) : `<figure>${picture}${caption}</figure>`
}

export function codeCard(payload: Row): string {
  const language = /^[\w+#.-]{1,30}$/.exec(textIn(payload, 'language'))?.[0]
  // Browsers ignore a line end at the start of `pre`, so none is written there.
  const code = `<pre><code${language ? ` class="language-${language}"` : ''}>${escaped(textIn(payload, 'code'))}</code></pre>`
  return code + paragraph(textIn(payload, 'caption'))
}

function playerCard(payload: Row): string {
  const name = asText(payload, 'title') || asText(payload, 'fileName') || asText(payload, 'src')
  return paragraph(linked(textIn(payload, 'src'), name)) + paragraph(textIn(payload, 'caption'))
}

function headed(payload: Row): string {
  const [first, second] = [textIn(payload, 'header'), textIn(payload, 'subheader')]
  return (first === '' ? '' : wrapped('h2', first)) + (second === '' ? '' : wrapped('h3', second))
}

function buttonOf(payload: Row): string {
  return payload['buttonEnabled'] === false
    ? ''
    : paragraph(linked(textIn(payload, 'buttonUrl'), asText(payload, 'buttonText')))
}

/** Whether the site's readers do not see this card at all. */
function isForEmails({ visibility }: Row, state: BodyState): boolean {
  if (visibility == null || visibility === 'public') return false
  const web = isRow(visibility) ? visibility['web'] : null
  if (isRow(visibility) && web === undefined)
    return visibility['showOnWeb'] === false || visibility['emailOnly'] === true
  if (isRow(web) && web['nonMember'] === true) return false
  if (isRow(web) && web['memberSegment'] === '') return true
  state.isRestricted = true
  return false
}
