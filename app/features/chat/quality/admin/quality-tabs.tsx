import { useLocation } from 'react-router'

import { LinkTabs } from '#app/ui/tabs.tsx'

const tabs = [
  { to: '/admin/quality', name: 'Results' },
  { to: '/admin/quality/questions', name: 'Test questions' },
]

export function QualityTabs() {
  const { pathname } = useLocation()
  return <LinkTabs label="Quality" tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.to === pathname }))} />
}
