import { z } from 'zod'

import { buttonClass } from '#app/ui/button.tsx'
import { useSite } from '#app/ui/use-site.ts'

import { defineBlock } from '../define-block.ts'
import { action, group, items, line, paragraph } from '../fields.ts'

import { titledText } from './points.tsx'

export const aboutBlock = defineBlock({
  type: 'about',
  version: 1,
  title: 'About the business',
  help: 'What you stand for, how to reach you, and reasons to choose you.',
  schema: z.object({
    missionTitle: line('Title', { isRequired: true }),
    mission: items('Paragraphs', paragraph('Paragraph', { max: 1000 }), { max: 8 }),
    contactTitle: line('Title of the contact panel', { isRequired: true }),
    email: line('Text before your e-mail address', { max: 40 }),
    facts: items(
      'Lines of the contact panel',
      group('Line', {
        name: line('Name', { max: 40, isRequired: true }),
        value: line('Value', { isRequired: true }),
      }),
      { max: 8 },
    ),
    button: action('Button of the contact panel'),
    reasonsTitle: line('Title of the reasons', { isRequired: true }),
    reasons: items('Reasons', group('Reason', titledText), { max: 12 }),
  }),
  Component({ missionTitle, mission, reasonsTitle, reasons, ...contact }) {
    return (
      <div className="container-page grid gap-5 pb-24 md:pb-36 lg:grid-cols-[3fr_2fr]">
        <section
          aria-labelledby="mission-title"
          className="rounded-lg border border-line bg-raised p-7 sm:p-10"
        >
          <h2 id="mission-title" className="text-title">
            {missionTitle}
          </h2>
          {mission.map((text, index) => (
            <p key={index} className="mt-5 max-w-[65ch] text-lead text-secondary">
              {text}
            </p>
          ))}
        </section>
        <ContactPanel {...contact} />
        <section
          aria-labelledby="why-title"
          className="rounded-lg border border-line p-7 sm:p-10 lg:col-span-2"
        >
          <h2 id="why-title" className="text-title">
            {reasonsTitle}
          </h2>
          <ul className="mt-9 grid gap-x-12 gap-y-9 sm:grid-cols-2">
            {reasons.map((reason, index) => (
              <li key={index} className="border-t border-line-strong pt-5">
                <h3 className="text-heading">{reason.title}</h3>
                <p className="mt-2 text-secondary">{reason.text}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    )
  },
})

type ContactPanelProps = {
  contactTitle: string
  email: string
  facts: readonly { name: string; value: string }[]
  button: { text: string; href: string }
}

function ContactPanel({ contactTitle, email, facts, button }: ContactPanelProps) {
  const { contactEmail } = useSite()
  const mail = (
    <a href={`mailto:${contactEmail}`} className="underline decoration-line-strong underline-offset-4">
      {contactEmail}
    </a>
  )
  const lines = email ? [{ name: email, value: mail }, ...facts] : facts
  return (
    <section
      aria-labelledby="contact-title"
      className="flex flex-col rounded-lg border border-line bg-raised p-7 sm:p-10"
    >
      <h2 id="contact-title" className="text-heading">
        {contactTitle}
      </h2>
      <dl className="mt-6 mb-9 divide-y divide-line border-y border-line">
        {lines.map(({ name, value }, index) => (
          <div key={index} className="flex flex-wrap justify-between gap-x-6 py-3.5">
            <dt className="text-secondary">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {button.text && button.href ? (
        <a
          href={button.href}
          className={buttonClass({ tone: 'sweep', size: 'lg', className: 'mt-auto self-start' })}
        >
          {button.text}
        </a>
      ) : null}
    </section>
  )
}
