import type { compile, HtmlToTextOptions } from 'html-to-text'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { z } from 'zod'

import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { EmailSite, EmailTemplate } from './email-template.ts'

type RenderedEmail = { html: string; text: string }

/** Without it, Outlook and old webmail use quirks mode. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** Returns the site as a mail shows it: in the visitor's language for visitors, in English for members. */
export async function siteFor(ctx: Ctx, { isWorded }: Pick<EmailTemplate<object>, 'isWorded'>) {
  const site = await ctx.site(isWorded ? ctx : { ...ctx, language: null })
  return isWorded ? { ...site, wording: await ctx.wording(ctx) } : { ...site, language: defaultLocale }
}

export async function renderEmail<Props extends object>(
  template: EmailTemplate<Props>,
  props: Props,
  site: EmailSite,
): Promise<RenderedEmail> {
  const toText = await loadTextConverter()
  const markup = renderToStaticMarkup(createElement(template.Body, { ...props, site }))
  const html = `${DOCTYPE}${markup.replace(/^<!DOCTYPE html>/i, '')}`
  return { html, text: toText(html) }
}

/** A link's address follows its text unless they are equal. Each table cell becomes a line. */
const selectors: HtmlToTextOptions['selectors'] = [
  { selector: '[data-skip-in-text=true]', format: 'skip' },
  { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
  { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  { selector: '[data-label]', format: 'label' },
]

const formatters: HtmlToTextOptions['formatters'] = {
  label(element, walk, builder) {
    walk(element.children, builder)
    const isAbove = element.attribs?.['data-label'] === 'above'
    const mark = element.attribs?.['data-asks'] === undefined ? ':' : ''
    builder.addLiteral(isAbove ? `${mark}\n` : `${mark} `)
  },
}

let textConverter: Promise<ReturnType<typeof compile>> | null = null

/** Compiles the converter once, because that takes longer than converting a mail. */
export function loadTextConverter(): Promise<ReturnType<typeof compile>> {
  textConverter ??= import('html-to-text').then(({ compile }) =>
    compile({ wordwrap: false, preserveNewlines: true, selectors, formatters }),
  )
  return textConverter
}

const sealedProps = z.object({ sealed: z.string() })

export function storedProps<Props>(
  ctx: Pick<Ctx, 'vault'>,
  emailId: string,
  template: EmailTemplate<Props>,
  props: Props,
): string {
  const json = JSON.stringify(props)
  return template.isSecret ? JSON.stringify({ sealed: ctx.vault.seal(`email:${emailId}`, json) }) : json
}

export function readProps<Props>(
  ctx: Pick<Ctx, 'vault'>,
  template: EmailTemplate<Props>,
  email: { id: string; props: string },
): Props {
  const stored: unknown = JSON.parse(email.props)
  if (!template.isSecret) return template.props.parse(stored)
  const json = ctx.vault.open(`email:${email.id}`, sealedProps.parse(stored).sealed)
  return template.props.parse(JSON.parse(json))
}
