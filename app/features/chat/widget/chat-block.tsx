import { chatMessages } from '#app/features/chat/messages.ts'
import { leadsMessages } from '#app/features/leads/messages.ts'
import { fill, type Messages } from '#app/lib/messages.ts'
import { Island } from '#app/ui/island.tsx'
import { useMessages } from '#app/ui/locale.tsx'
import { useSite } from '#app/ui/use-site.ts'

import { ChatWidget } from './chat.island.tsx'
import { CHAT_KEY } from './stored-chat.ts'
import { widgetEn, type WidgetTexts } from './widget.en.ts'

const widgetMessages: Messages<WidgetTexts> = { en: widgetEn }

export function ChatBlock() {
  const { failed, failedToast } = useMessages(chatMessages)
  const texts = useMessages(widgetMessages)
  const { siteName } = useSite()
  const { form, toast } = useMessages(leadsMessages)
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
