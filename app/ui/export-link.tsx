import { buttonClass } from './button.tsx'
import { Download } from './icons.tsx'

export function ExportLink({ to }: { to: string }) {
  return (
    <a href={to} download className={buttonClass({ tone: 'outline', size: 'md' })}>
      <Download aria-hidden className="size-4" />
      Export CSV
    </a>
  )
}
