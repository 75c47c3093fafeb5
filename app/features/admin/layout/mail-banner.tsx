import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'

/** Mails that did not get through are no secret of the outbox. */
export function MailBanner({ failed, stuck }: { failed: number; stuck: number }) {
  if (failed === 0 && stuck === 0) return null
  const parts = [
    failed > 0 && `${failed} ${failed === 1 ? 'mail was' : 'mails were'} refused for good.`,
    stuck > 0 &&
      `${stuck} ${stuck === 1 ? 'mail is' : 'mails are'} waiting for a mail server that does not answer.`,
  ]
  return (
    <div
      role="alert"
      className="flex items-center gap-3 border-b border-warning/40 bg-warning/10 px-5 py-3 lg:px-10"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="flex-1 text-sm">{parts.filter(Boolean).join(' ')}</p>
      <Link to="/admin/outbox?state=failed" className="text-sm font-medium underline underline-offset-4">
        Open the outbox
      </Link>
    </div>
  )
}
