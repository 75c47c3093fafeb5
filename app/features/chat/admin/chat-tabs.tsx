import { useLocation } from 'react-router'

import { LinkTabs } from '#app/ui/tabs.tsx'

const tabs = [
  { to: '/admin/api', name: 'Connection' },
  { to: '/admin/api/limits', name: 'Limits and spending' },
]

export function ChatTabs() {
  const { pathname } = useLocation()
  return (
    <LinkTabs
      label="API configuration"
      tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.to === pathname }))}
    />
  )
}
