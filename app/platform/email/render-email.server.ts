import { createElement } from 'react'

import type { EmailSite, EmailTemplate } from './email-template.ts'

export type RenderedEmail = { html: string; text: string }

/** The HTML and its plain-text twin. The renderer is loaded with the first mail: it costs 20 MB that a start need not pay. */
export async function renderEmail<Props extends object>(
  template: EmailTemplate<Props>,
  props: Props,
  site: EmailSite,
): Promise<RenderedEmail> {
  const { render, toPlainText } = await import('@react-email/render')
  const html = await render(createElement(template.Body, { ...props, site }))
  return { html, text: toPlainText(html) }
}
