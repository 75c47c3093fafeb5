import type { ReactNode } from 'react'
import { data, redirect } from 'react-router'

import { ContactFormBlock } from '#app/features/leads/form/contact-form-block.tsx'
import { readInquiryFields, toSending } from '#app/features/leads/inquiry-request.server.ts'
import type { InquiryField } from '#app/features/leads/lead-fields.ts'
import { submitInquiry } from '#app/features/leads/submit-inquiry.server.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { answer, retryHeaders } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'
import { Bot, Clock, Globe, type LucideIcon, Mail, Send, Timer } from '#app/ui/icons.tsx'
import { useMessages } from '#app/ui/locale.tsx'

import { useSite } from '#app/ui/use-site.ts'
import { siteMessages } from '../messages.ts'
import { pageMeta } from '#app/ui/page-meta.ts'

import type { Route } from './+types/contact.route.ts'
import { findAskedFor, isAskablePlan, isAskableService } from './asked-for.ts'

export const handle: PageHandle = { queryKeys: { service: isAskableService, plan: isAskablePlan } }

export function loader({ request }: Route.LoaderArgs) {
  return findAskedFor(new URL(request.url).searchParams, defaultLocale)
}

/** The form without script: on to a page of thanks, or back with what was typed and what is wrong with it. */
export function action({ context, request }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    const visit = context.get(visitContext)
    const values = await readInquiryFields(ctx, request, visit)
    try {
      await submitInquiry(ctx, await toSending(ctx, values, request, visit))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const errors: Partial<Record<InquiryField, string>> = error instanceof FieldErrors ? error.fields : {}
      const refusal = error instanceof FieldErrors ? undefined : error.message
      return data({ values, errors, refusal }, { status: error.status, headers: retryHeaders(error) })
    }
    return redirect('/contact/thank-you', 303)
  })
}

export function meta({ matches }: Route.MetaArgs) {
  const { contact } = siteMessages[defaultLocale]
  return pageMeta({
    title: contact.metaTitle,
    description: contact.metaDescription,
    path: '/contact',
    matches,
  })
}

export default function ContactRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { contact } = useMessages(siteMessages)
  const { siteName } = useSite()
  return (
    <div className="container-page grid gap-14 py-16 md:py-24 lg:grid-cols-[5fr_6fr] lg:gap-20">
      <div>
        <h1 className="text-hero font-bold">{contact.title}</h1>
        <p className="mt-6 text-lead text-secondary">{contact.text}</p>
        <ContactCards />
        <ContactMethods />
      </div>
      <section
        aria-labelledby="form-title"
        className="self-start rounded-lg border border-line bg-raised p-6 sm:p-9"
      >
        <h2 id="form-title" className="mb-6 text-heading">
          {contact.formTitle}
        </h2>
        <ContactFormBlock
          siteName={siteName}
          form="contact"
          {...(actionData ? askedForIn(actionData.values) : loaderData)}
          {...(actionData && { values: actionData.values, errors: actionData.errors })}
          {...(actionData?.refusal && { refusal: actionData.refusal })}
        />
      </section>
    </div>
  )
}

function askedForIn(values: Readonly<Record<string, string>>): { service?: string; plan?: string } {
  const { service, plan } = values
  return { ...(service && { service }), ...(plan && { plan }) }
}

function ContactCards() {
  const { cards } = useMessages(siteMessages).contact
  const { contactEmail } = useSite()
  return (
    <ul className="mt-10 grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
      <Card icon={Mail} title={cards.email.title} text={cards.email.text}>
        <a href={`mailto:${contactEmail}`} className="underline decoration-line-strong underline-offset-4">
          {contactEmail}
        </a>
      </Card>
      <Card icon={Clock} title={cards.hours.title} text={cards.hours.text}>
        {cards.hours.value}
      </Card>
      <Card icon={Timer} title={cards.response.title} text={cards.response.text}>
        {cards.response.value}
      </Card>
      <Card icon={Globe} title={cards.location.title} text={cards.location.text}>
        {cards.location.value}
      </Card>
    </ul>
  )
}

type CardProps = { icon: LucideIcon; title: string; text: string; children: ReactNode }

function Card({ icon: Icon, title, text, children }: CardProps) {
  return (
    <li className="bg-ink p-6">
      <Icon aria-hidden className="size-5 text-accent" />
      <h2 className="mt-4 font-sans text-sm font-medium text-secondary">{title}</h2>
      <p className="mt-1 font-medium">{children}</p>
      <p className="mt-1 text-sm text-muted">{text}</p>
    </li>
  )
}

function ContactMethods() {
  const { methods } = useMessages(siteMessages).contact
  const { contactEmail } = useSite()
  return (
    <section aria-labelledby="methods-title" className="mt-12">
      <h2 id="methods-title" className="text-heading">
        {methods.title}
      </h2>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        <Method icon={Send} text={methods.form.text}>
          <a href="#form-title" className="no-underline hover:underline">
            {methods.form.title}
          </a>
          <span className="ml-2.5 rounded-full border border-line-strong px-2 py-0.5 text-xs font-normal text-secondary">
            {methods.form.badge}
          </span>
        </Method>
        <Method icon={Mail} text={methods.email.text}>
          <a href={`mailto:${contactEmail}`} className="no-underline hover:underline">
            {methods.email.title}
          </a>
        </Method>
        <Method icon={Bot} text={methods.chat.text}>
          <a href="/services/ai-chatbots#exchange" data-open-chat className="no-underline hover:underline">
            {methods.chat.title}
          </a>
        </Method>
      </ul>
    </section>
  )
}

function Method({ icon: Icon, text, children }: { icon: LucideIcon; text: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-4 py-4">
      <Icon aria-hidden className="mt-1 size-5 shrink-0 text-muted" />
      <div>
        <p className="font-medium">{children}</p>
        <p className="text-sm text-secondary">{text}</p>
      </div>
    </li>
  )
}
