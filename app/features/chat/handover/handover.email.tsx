import { z } from 'zod'

import { defineEmail, type EmailSite } from '#app/platform/email/email-template.ts'
import { EmailButton, EmailField, EmailLayout, EmailText } from '#app/ui/email-layout.tsx'

const props = z.object({
  conversationId: z.string(),
  page: z.string().nullable(),
  /** The name of an assistant of another site. */
  assistant: z.string().optional(),
  since: z.number(),
  timeZone: z.string(),
  isTakenOver: z.boolean().optional(),
  isPresent: z.boolean(),
  isOpen: z.boolean(),
  opensAt: z.number().nullable(),
  messages: z.array(z.object({ author: z.enum(['visitor', 'assistant', 'owner']), text: z.string() })),
})

type Props = z.infer<typeof props>

export const handoverEmail = defineEmail<Props>({
  name: 'chat-handover',
  props,
  subject: titleOf,
  Body: ChatHandover,
})

function titleOf({ isTakenOver }: Props): string {
  return isTakenOver ? 'A visitor waits for your answer' : 'A visitor asks for a person'
}

const speakers = { visitor: 'Visitor', assistant: 'Assistant', owner: 'You' } as const

function ChatHandover({ site, ...handover }: Props & { site: EmailSite }) {
  const { conversationId, messages, page, assistant, since, timeZone } = handover
  const last = messages.findLast(({ author }) => author === 'visitor')?.text ?? 'Open the conversation.'
  return (
    <EmailLayout preview={last} heading={titleOf(handover)} site={site}>
      <EmailText>{`In the chat, since ${timeOf(since, timeZone)}. ${whatWasTold(handover)}`}</EmailText>
      {page === null ? null : <EmailField label="Started on">{page}</EmailField>}
      {assistant === undefined ? null : <EmailField label="Assistant">{assistant}</EmailField>}
      {messages.map(({ author, text }, at) => (
        <EmailField key={at} label={speakers[author]}>
          {text}
        </EmailField>
      ))}
      <EmailButton href={`${site.publicUrl}/admin/conversations/${conversationId}`}>
        Open the conversation
      </EmailButton>
    </EmailLayout>
  )
}

function whatWasTold(told: Props): string {
  if (told.isTakenOver) return 'A member took the conversation over, so the assistant does not answer.'
  return `${sentenceOf(told)} Take the conversation over to answer.`
}

function sentenceOf({
  isPresent,
  isOpen,
  opensAt,
  timeZone,
}: Pick<Props, 'isPresent' | 'isOpen' | 'opensAt' | 'timeZone'>): string {
  if (isPresent) return 'The visitor was told that somebody is online.'
  if (isOpen) return 'The visitor was told to expect an answer within your usual time.'
  if (opensAt === null) return 'The visitor was told that nobody is there now, and may leave an address.'
  return `The visitor was told that you open again on ${timeOf(opensAt, timeZone)}, and may leave an address.`
}

function timeOf(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return `${format.format(at).replaceAll('\u202F', ' ')} (${timeZone})`
}
