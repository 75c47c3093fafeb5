import { Link } from 'react-router'

import { TriangleAlert } from '#app/ui/icons.tsx'

type WarningBannersProps = {
  failedEmails: number
  /** Null while the mail server works. */
  mailOutage: { reason: string; waiting: number } | null
  hasBackupFailed: boolean
  hasRestoreTestFailed: boolean
}

/** Warnings above every page of the admin, shown until their cause is fixed. */
export function WarningBanners(props: WarningBannersProps) {
  const openBackups = { to: '/admin/settings/backups', link: 'Open the backups' }
  return (
    <>
      <MailBanner failed={props.failedEmails} outage={props.mailOutage} />
      {props.hasBackupFailed ? <WarningBanner text="The newest backup failed." {...openBackups} /> : null}
      {props.hasRestoreTestFailed ? (
        <WarningBanner text="The newest backup failed its restore test." {...openBackups} />
      ) : null}
    </>
  )
}

type MailBannerProps = { failed: number; outage: WarningBannersProps['mailOutage'] }

function MailBanner({ failed, outage }: MailBannerProps) {
  if (failed === 0 && !outage) return null
  const parts = [
    outage &&
      `The mail server accepts no mail: ${endSentence(outage.reason)} ${countOf(outage.waiting)} and will be tried again for up to three days.`,
    failed > 0 && `${failed} ${failed === 1 ? 'mail was' : 'mails were'} refused for good.`,
  ]
  return (
    <WarningBanner
      text={parts.filter(Boolean).join(' ')}
      to={`/admin/outbox?state=${outage ? 'waiting' : 'failed'}`}
      link="Open the outbox"
    />
  )
}

function countOf(waiting: number): string {
  return waiting === 1 ? '1 mail is waiting' : `${waiting} mails are waiting`
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function WarningBanner({ text, to, link }: { text: string; to: string; link: string }) {
  return (
    <div
      role="alert"
      className="flex items-center gap-3 border-b border-warning/40 bg-warning/10 px-5 py-3 lg:px-10"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="flex-1 text-sm">{text}</p>
      <Link to={to} className="text-sm font-medium underline underline-offset-4">
        {link}
      </Link>
    </div>
  )
}
