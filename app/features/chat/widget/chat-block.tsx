import { chatTexts } from '#app/features/chat/messages.ts'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { fill } from '#app/lib/messages.ts'
import { Island } from '#app/ui/island.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { useSite } from '#app/ui/use-site.ts'

import { ChatWidget } from './chat.island.tsx'
import { CHAT_KEY } from './stored-chat.ts'
import { widgetTexts } from './widget-texts.ts'

export function ChatBlock() {
  const { failed, failedToast } = useTexts(chatTexts)
  const texts = useTexts(widgetTexts)
  const { siteName } = useSite()
  const { form, toast } = useTexts(leadsTexts)
  const { name, email, message, consentBefore, consentLink, send, sending } = form
  const consentAfter = fill(form.consentAfter, { siteName })
  const contact = {
    label: texts.leaveMessage,
    name,
    email,
    message,
    consentBefore,
    consentLink,
    consentAfter,
    send,
    sending,
    ...toast,
  }
  return (
    <Island
      name="chat"
      of={ChatWidget}
      when="intent"
      whenStored={CHAT_KEY}
      props={{ siteName, texts, contact, failure: { reply: failed, toast: failedToast } }}
    />
  )
}
