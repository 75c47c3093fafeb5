import { useLocation } from 'react-router'

import { buttonClass } from '#app/ui/button.tsx'
import { LinkTabs } from '#app/ui/tabs.tsx'

const sections = [
  { to: '/admin/pages', name: 'Pages' },
  { to: '/admin/services', name: 'Services' },
  { to: '/admin/menus', name: 'Menus' },
  { to: '/admin/brand', name: 'Brand' },
  { to: '/admin/facts', name: 'Facts' },
  { to: '/admin/languages', name: 'Languages' },
  { to: '/admin/wording', name: 'Wording' },
  { to: '/admin/checklist', name: 'Checklist' },
  { to: '/admin/transfer', name: 'Transfer' },
]

export function SiteSections() {
  const { pathname } = useLocation()
  return (
    <LinkTabs
      label="Site"
      tabs={sections.map((section) => ({ ...section, isCurrent: pathname.startsWith(section.to) }))}
    />
  )
}

export function OpenSite() {
  return (
    <a href="/" target="_blank" rel="noopener" className={buttonClass({ tone: 'outline', size: 'md' })}>
      Open the site
    </a>
  )
}
