import { Link } from 'react-router'

import { TriangleAlert } from '#app/ui/icons.tsx'

type WarningBannersProps = {
  /** Null while the mail server works. */
  mailOutage: { reason: string; waiting: number } | null
  /** Null while the mailbox can be read, or if there is none. */
  mailboxOutage: { reason: string } | null
  hasBackupFailed: boolean
  hasRestoreTestFailed: boolean
  /** Null unless this is a demo installation. */
  demoResetsAt: number | null
  timeZone: string
}

export function WarningBanners(props: WarningBannersProps) {
  const openBackups = { to: '/admin/settings/backups', link: 'Open the backups' }
  return (
    <>
      {props.demoResetsAt === null ? null : (
        <DemoNote resetsAt={props.demoResetsAt} timeZone={props.timeZone} />
      )}
      {props.mailOutage ? <OutageBanner {...props.mailOutage} /> : null}
      {props.mailboxOutage ? (
        <WarningBanner
          text={`Replies to your mails are not arriving: ${endSentence(props.mailboxOutage.reason)}`}
          to="/admin/settings#mailbox-title"
          link="Open the settings"
        />
      ) : null}
      {props.hasBackupFailed ? <WarningBanner text="The newest backup failed." {...openBackups} /> : null}
      {props.hasRestoreTestFailed ? (
        <WarningBanner text="The newest backup failed its restore test." {...openBackups} />
      ) : null}
    </>
  )
}

function DemoNote({ resetsAt, timeZone }: { resetsAt: number; timeZone: string }) {
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  return (
    <p role="note" className="border-b border-line bg-raised px-5 py-2 text-sm text-secondary lg:px-10">
      Demo: everything is reset at {time.format(resetsAt)}. Mails stay in the outbox, and a simulated AI
      provider answers.
    </p>
  )
}

function OutageBanner({ reason, waiting }: { reason: string; waiting: number }) {
  return (
    <WarningBanner
      text={`The mail server is not accepting mail: ${endSentence(reason)} ${countOf(waiting)} and will be tried again for up to three days.`}
      to="/admin/outbox?state=waiting"
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
