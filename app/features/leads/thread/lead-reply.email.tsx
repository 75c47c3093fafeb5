import { z } from 'zod'

import { defineEmail } from '#app/platform/email/email-template.ts'

import { ReplyBody } from './reply-body.tsx'

const props = z.object({
  subject: z.string(),
  text: z.string(),
  quoted: z.object({ intro: z.string(), text: z.string() }).nullable(),
})
type Props = z.infer<typeof props>

/** A plain letter, without the layout of notices and without any tracking. */
export const leadReplyEmail = defineEmail<Props>({
  name: 'lead-reply',
  props,
  subject: ({ subject }) => subject,
  Body: LeadReply,
})

function LeadReply({ text, quoted }: Props) {
  return (
    <div dir="auto" style={{ fontFamily: 'Helvetica, Arial, sans-serif', fontSize: 15, lineHeight: '22px' }}>
      <ReplyBody text={text} />
      {quoted ? (
        <div style={{ marginTop: 24, color: '#5b6272' }}>
          <p style={{ margin: '0 0 8px' }}>{quoted.intro}</p>
          <blockquote
            style={{ margin: 0, paddingLeft: 12, borderLeft: '2px solid #c9cdd8', whiteSpace: 'pre-wrap' }}
          >
            {quoted.text}
          </blockquote>
        </div>
      ) : null}
    </div>
  )
}
