import type { ReactNode } from 'react'
import { z } from 'zod'

import { bookingsTexts } from '#app/features/bookings/messages.ts'
import { ContactFormBlock } from '#app/features/leads/form/contact-form-block.tsx'
import { Bot, CalendarCheck, Mail, Send } from '#app/ui/icons.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { useSite } from '#app/ui/use-site.ts'

import { useAskedFor } from '../around.tsx'
import { blockIcons } from '../block-icons.ts'
import { defineBlock, questionsOfForm } from '../define-block.ts'
import { group, icon, items, line, linkTo, paragraph } from '../fields.ts'

const wayFields = { title: line('Name'), text: line('Text', { max: 160 }) }

/** The page that all contact forms post to; a form sent without script is shown here again after a rejection. */
export const contactPageBlock = defineBlock({
  type: 'contact-page',
  version: 1,
  title: 'Contact page',
  help: 'Title, ways to reach you, and the contact form beside them.',
  settings: questionsOfForm,
  schema: z.object({
    title: line('Title', { isRequired: true }),
    text: paragraph('First sentences'),
    email: group('Card with your e-mail address', wayFields),
    cards: items(
      'Further cards',
      group('Card', {
        icon: icon('Icon'),
        title: line('Name', { isRequired: true }),
        value: line('Value', { isRequired: true }),
        text: line('Text'),
      }),
      { max: 8 },
    ),
    waysTitle: line('Title of the ways to write'),
    form: group('The form', { ...wayFields, badge: line('Label', { max: 30 }) }),
    mail: group('An e-mail', wayFields),
    chat: group('The assistant', { ...wayFields, href: linkTo('Leads to, if scripts are turned off') }),
    formTitle: line('Title of the form', { isRequired: true }),
  }),
  Component({ title, text, email, cards, formTitle, ...ways }) {
    const { siteName } = useSite()
    return (
      <div className="container-page grid gap-10 py-12 md:py-24 lg:grid-cols-[5fr_6fr] lg:grid-rows-[auto_1fr] lg:gap-x-20">
        <div>
          <h1 className="text-hero font-bold">{title}</h1>
          {text ? <p className="mt-6 text-lead text-secondary">{text}</p> : null}
        </div>
        <section
          aria-labelledby="form-title"
          className="self-start rounded-lg border border-line bg-raised p-6 sm:p-9 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <h2 id="form-title" className="mb-6 text-heading">
            {formTitle}
          </h2>
          <ContactFormBlock siteName={siteName} form="contact" {...useAskedFor()} />
        </section>
        <div>
          <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
            {email.title ? (
              <Card icon="mail" {...email}>
                <MailLink />
              </Card>
            ) : null}
            {cards.map(({ value, ...card }, index) => (
              <Card key={index} {...card}>
                {value}
              </Card>
            ))}
          </ul>
          {ways.waysTitle ? <Ways {...ways} /> : null}
        </div>
      </div>
    )
  },
})

function MailLink() {
  const { contactEmail } = useSite()
  return (
    <a href={`mailto:${contactEmail}`} className="underline decoration-line-strong underline-offset-4">
      {contactEmail}
    </a>
  )
}

type CardProps = { icon: keyof typeof blockIcons; title: string; text: string; children: ReactNode }

function Card({ icon: name, title, text, children }: CardProps) {
  const Icon = blockIcons[name]
  return (
    <li className="bg-ink p-6">
      <Icon aria-hidden className="size-5 text-accent" />
      <h2 className="mt-4 font-sans text-sm font-medium text-secondary">{title}</h2>
      <p className="mt-1 font-medium">{children}</p>
      {text ? <p className="mt-1 text-sm text-muted">{text}</p> : null}
    </li>
  )
}

type WayTexts = { title: string; text: string }
type WaysProps = {
  waysTitle: string
  form: WayTexts & { badge: string }
  mail: WayTexts
  chat: WayTexts & { href: string }
}

const wayLink = 'no-underline hover:underline'

function Ways({ waysTitle, form, mail, chat }: WaysProps) {
  const { contactEmail, bookLabel } = useSite()
  const { page } = useTexts(bookingsTexts)
  return (
    <section aria-labelledby="methods-title" className="mt-12">
      <h2 id="methods-title" className="text-heading">
        {waysTitle}
      </h2>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {form.title ? (
          <Way icon={Send} text={form.text}>
            <a href="#form-title" className={wayLink}>
              {form.title}
            </a>
            {form.badge ? (
              <span className="ms-2.5 rounded-full border border-line-strong px-2 py-0.5 text-xs font-normal text-secondary">
                {form.badge}
              </span>
            ) : null}
          </Way>
        ) : null}
        {bookLabel ? (
          <Way icon={CalendarCheck} text={page.description}>
            <a href="/book" className={wayLink}>
              {bookLabel}
            </a>
          </Way>
        ) : null}
        {mail.title ? (
          <Way icon={Mail} text={mail.text}>
            <a href={`mailto:${contactEmail}`} className={wayLink}>
              {mail.title}
            </a>
          </Way>
        ) : null}
        {chat.title && chat.href ? (
          <Way icon={Bot} text={chat.text}>
            <a href={chat.href} data-open-chat className={wayLink}>
              {chat.title}
            </a>
          </Way>
        ) : null}
      </ul>
    </section>
  )
}

function Way({ icon: Icon, text, children }: { icon: typeof Mail; text: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-4 py-4">
      <Icon aria-hidden className="mt-1 size-5 shrink-0 text-muted" />
      <div>
        <p className="font-medium">{children}</p>
        {text ? <p className="text-sm text-secondary">{text}</p> : null}
      </div>
    </li>
  )
}
