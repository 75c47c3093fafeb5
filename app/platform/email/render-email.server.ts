import type { HtmlToTextOptions } from 'html-to-text'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import type { EmailSite, EmailTemplate } from './email-template.ts'

export type RenderedEmail = { html: string; text: string }

/** Without it Outlook and old web mail fall back to the rules of the nineties. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** The HTML and its plain-text twin. What makes text of it is loaded with the first mail. */
export async function renderEmail<Props extends object>(
  template: EmailTemplate<Props>,
  props: Props,
  site: EmailSite,
): Promise<RenderedEmail> {
  const { convert } = await import('html-to-text')
  const markup = renderToStaticMarkup(createElement(template.Body, { ...props, site }))
  const html = `${DOCTYPE}${markup.replace(/^<!DOCTYPE html>/i, '')}`
  return { html, text: convert(html, { wordwrap: false, selectors }) }
}

/** Addresses follow a link's words unless they are the words; a cell is a line. */
const selectors: HtmlToTextOptions['selectors'] = [
  { selector: '[data-skip-in-text=true]', format: 'skip' },
  { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
  { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
]
