import { Form, Link } from 'react-router'

import { ShowTranslation } from '#app/features/foreign-messages/show-translation.tsx'
import type { MessageTranslation } from '#app/features/foreign-messages/stored-translation.ts'
import { emailStateNames, emailStateTone } from '#app/ui/email-state.ts'
import { Badge } from '#app/ui/badge.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'
import { type Answer, answerText, inquiryFilePath } from '#app/lib/question.ts'
import { fileSize } from '#app/lib/question-files.ts'

import type { ThreadMail } from './list-thread.server.ts'
import { ReplyBody } from './reply-body.tsx'

export type Inquiry = {
  name: string
  message: string
  created_at: number
  answers: readonly Answer[]
  translation: MessageTranslation | null
}

/** Whether an AI provider is connected. */
type CanTranslate = { canTranslate: boolean }

export function InquiryEntry({
  name,
  message,
  created_at,
  answers,
  translation,
  canTranslate,
}: Inquiry & CanTranslate) {
  return (
    <div className="grid gap-1 rounded-lg border border-line bg-raised px-4 py-3">
      <Head who={name} at={created_at} />
      <p className="whitespace-pre-wrap wrap-anywhere">
        <bdi>{message}</bdi>
      </p>
      <ShowTranslation translation={translation} canTranslate={canTranslate} />
      <Answers answers={answers} />
    </div>
  )
}

function Answers({ answers }: { answers: readonly Answer[] }) {
  if (answers.length === 0) return null
  return (
    <dl aria-label="Answers" className="mt-2 grid gap-2 border-t border-line pt-3 text-sm">
      {answers.map((answer) => (
        <div key={answer.questionId}>
          <dt className="text-muted wrap-anywhere">{answer.question}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere">
            {answer.file ? (
              <Download
                path={inquiryFilePath(answer.file)}
                name={String(answer.answer)}
                size={answer.file.size}
              />
            ) : (
              <bdi>{answerText(answer)}</bdi>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Head({ who, at, children }: { who: string; at: number; children?: React.ReactNode }) {
  const { timeZone, now } = useAdminShell()
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <bdi className="font-medium text-secondary wrap-anywhere">{who}</bdi>
      <Time at={at} timeZone={timeZone} now={now} />
      {children}
    </p>
  )
}

export function ThreadEntry({ mail, canTranslate }: { mail: ThreadMail } & CanTranslate) {
  const isOurs = mail.direction === 'out'
  return (
    <div
      className={`grid min-w-0 gap-1 rounded-lg border border-line px-4 py-3 ${isOurs ? 'bg-overlay sm:ml-8' : 'bg-raised'}`}
    >
      <Head who={mail.from_name || mail.from_email} at={mail.at}>
        {mail.is_automatic ? <Badge tone="plain">Automatic</Badge> : null}
        {mail.state ? <Badge tone={emailStateTone[mail.state]}>{emailStateNames[mail.state]}</Badge> : null}
      </Head>
      {isOurs ? (
        <div className="wrap-anywhere">
          <ReplyBody text={mail.text} />
        </div>
      ) : (
        <>
          <ReceivedText {...mail} />
          <ShowTranslation
            translation={mail.translation}
            canTranslate={canTranslate && mail.text.trim() !== ''}
            mail={mail.id}
          />
        </>
      )}
      {mail.isCut ? (
        <Link to={`/admin/unfiled/${mail.id}`} className="text-sm underline underline-offset-4">
          Read the whole mail
        </Link>
      ) : null}
      <Attachments files={mail.attachments} />
      {mail.delay === null ? null : (
        <p className="border-t border-line pt-3 text-sm text-warning wrap-anywhere">
          Not delivered so far, says a mail server: <bdi>{mail.delay}</bdi>
        </p>
      )}
      {mail.state === 'failed' ? <Refused mail={mail} /> : null}
    </div>
  )
}

/** What a visitor wrote, as plain text with quoted text collapsed. */
export function ReceivedText({ text, quoted }: Pick<ThreadMail, 'text' | 'quoted'>) {
  return (
    <>
      <p className="whitespace-pre-wrap wrap-anywhere">
        <bdi>{text}</bdi>
      </p>
      {quoted ? (
        <details>
          <summary className="cursor-pointer text-sm text-muted">Quoted text</summary>
          <p className="mt-2 border-l-2 border-line-strong pl-3 whitespace-pre-wrap text-muted wrap-anywhere">
            <bdi>{quoted}</bdi>
          </p>
        </details>
      ) : null}
    </>
  )
}

type AttachedFile = { id: string; name: string; size: number }

export function Attachments({ files }: { files: readonly AttachedFile[] }) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Attachments" className="flex flex-wrap gap-2 text-sm">
      {files.map(({ id, name, size }) => (
        <li key={id}>
          <Download path={`/admin/attachments/${id}`} name={name} size={size} />
        </li>
      ))}
    </ul>
  )
}

function Download({ path, name, size }: { path: string; name: string; size: number }) {
  return (
    <a
      href={path}
      download={name}
      className="inline-block rounded-md border border-line px-3 py-1.5 wrap-anywhere hover:bg-overlay"
    >
      <bdi>{name}</bdi> <span className="text-muted">{fileSize(size)}</span>
    </a>
  )
}

function Refused({ mail }: { mail: ThreadMail }) {
  return (
    <Form method="post" className="flex flex-wrap items-center gap-3 border-t border-line pt-3 text-sm">
      <FormFields>
        <input type="hidden" name="mail" value={mail.id} />
        <p className="flex-1 text-danger wrap-anywhere">{mail.last_error}</p>
        <button
          type="submit"
          name="intent"
          value="resend-reply"
          className="rounded-md border border-line-strong px-3 py-1.5"
        >
          Resend
        </button>
      </FormFields>
    </Form>
  )
}
