import { Link } from 'react-router'

import { buttonClass } from '#app/ui/button.tsx'

const links = [
  {
    path: '/admin/facts',
    title: 'Facts',
    text: 'Claims, prices and times that pages use, each entered once.',
    label: 'Open the facts',
  },
  {
    path: '/admin/brand',
    title: 'Brand',
    text: 'The site’s name, colours, ground, fonts and corner radius.',
    label: 'Open the brand',
  },
  {
    path: '/admin/privacy',
    title: 'Privacy',
    text: 'Find, export or erase what is held about a person.',
    label: 'Open privacy',
  },
  {
    path: '/admin/settings/webhooks',
    title: 'API and webhooks',
    text: 'What programs can read and change, and which programs are told what happens.',
    label: 'Open webhooks',
  },
  {
    path: '/admin/settings/backups',
    title: 'Backups',
    text: 'A backup is written every night.',
    label: 'Open backups',
  },
  {
    path: '/admin/audit',
    title: 'Audit log',
    text: 'Who signed in, and who changed or exported what, when and on which device.',
    label: 'Open the audit log',
  },
]

export function SettingsLinks() {
  return links.map(({ path, title, text, label }) => (
    <section
      key={path}
      aria-label={title}
      className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-raised p-6"
    >
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1 text-sm text-secondary">{text}</p>
      </div>
      <Link to={path} className={buttonClass({ tone: 'outline', size: 'md' })}>
        {label}
      </Link>
    </section>
  ))
}
