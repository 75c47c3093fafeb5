import { WarningBanner } from './warning-banner.tsx'

/** Mails that did not get through are no secret of the outbox. */
export function MailBanner({ failed, stuck }: { failed: number; stuck: number }) {
  if (failed === 0 && stuck === 0) return null
  const parts = [
    failed > 0 && `${failed} ${failed === 1 ? 'mail was' : 'mails were'} refused for good.`,
    stuck > 0 &&
      `${stuck} ${stuck === 1 ? 'mail is' : 'mails are'} waiting for a mail server that does not answer.`,
  ]
  return (
    <WarningBanner
      text={parts.filter(Boolean).join(' ')}
      to="/admin/outbox?state=failed"
      link="Open the outbox"
    />
  )
}
