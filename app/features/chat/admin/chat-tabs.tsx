import { useLocation } from 'react-router'

import { LinkTabs } from '#app/ui/tabs.tsx'

const ofApi = [
  { to: '/admin/api', name: 'Connection' },
  { to: '/admin/api/limits', name: 'Limits and spending' },
]

const ofChatbot = [
  { to: '/admin/chatbot', name: 'Assistant' },
  { to: '/admin/chatbot/openings', name: 'Greetings and questions' },
  { to: '/admin/chatbot/tools', name: 'Tools' },
]

const ofAssistants = [
  { to: '/admin/assistants', name: 'Assistants' },
  { to: '/admin/assistants/collections', name: 'Collections' },
]

export function AssistantTabs() {
  return <Tabs label="Assistants" tabs={ofAssistants} />
}

export function ChatTabs() {
  return <Tabs label="API configuration" tabs={ofApi} />
}

export function ChatbotTabs() {
  return <Tabs label="Chatbot" tabs={ofChatbot} />
}

function Tabs({ label, tabs }: { label: string; tabs: readonly { to: string; name: string }[] }) {
  const { pathname } = useLocation()
  return <LinkTabs label={label} tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.to === pathname }))} />
}
