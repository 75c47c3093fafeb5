import { WarningBanner } from './warning-banner.tsx'

type MailBannerProps = {
  failed: number
  /** Null while the mail server works. */
  outage: { reason: string; waiting: number } | null
}

/** Mails that did not get through are no secret of the outbox. */
export function MailBanner({ failed, outage }: MailBannerProps) {
  if (failed === 0 && !outage) return null
  const parts = [
    outage &&
      `The mail server takes no mail: ${endSentence(outage.reason)} ${countOf(outage.waiting)} until it does, for up to three days.`,
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
  return waiting === 1 ? '1 mail waits' : `${waiting} mails wait`
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
