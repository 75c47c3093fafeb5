import { z } from 'zod'

import { fill } from '#app/lib/messages.ts'
import { defineEmail, type EmailSite, wordedFor } from '#app/platform/email/email-template.ts'
import { EmailField, EmailLayout, EmailText } from '#app/ui/email-layout.tsx'

import { leadsTexts } from './messages.ts'

const props = z.object({
  name: z.string(),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })).optional(),
})

type Props = z.infer<typeof props>

/**
 * Tells the sender that the inquiry arrived. It repeats choices, but never what was written; otherwise anyone could send
 * any text in our name by entering another person's address.
 */
export const leadReceiptEmail = defineEmail<Props>({
  name: 'lead-receipt',
  props,
  isWorded: true,
  subject: (_props, site) => fill(receiptOf(site).subject, { siteName: site.siteName }),
  Body: LeadReceipt,
})

function receiptOf(site: EmailSite) {
  return wordedFor(site, leadsTexts).receipt
}

function LeadReceipt({ site, name, answers }: Props & { site: EmailSite }) {
  const { siteName, contactEmail } = site
  const { preview, heading, hello, helloNobody, ...texts } = receiptOf(site)
  const greeting = isName(name) ? fill(hello, { name }) : helloNobody
  const sentences = [texts.received, texts.more, texts.signature].map((text) =>
    fill(text, { siteName, contactEmail }),
  )
  return (
    <EmailLayout preview={preview} heading={heading} site={site}>
      {[greeting, ...sentences].filter(Boolean).map((text, at) => (
        <EmailText key={at}>{text}</EmailText>
      ))}
      {answers?.map(({ question, answer }, at) => (
        <EmailField key={at} label={question}>
          {answer}
        </EmailField>
      ))}
    </EmailLayout>
  )
}

/** Rejects anything that could contain an address or a link. */
function isName(name: string): boolean {
  return /^[\p{L}\p{M}'’. -]{1,60}$/u.test(name) && !/\.\S/.test(name)
}
