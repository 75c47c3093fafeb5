import { Link } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Badge } from '#app/ui/badge.tsx'
import { TextField } from '#app/ui/field.tsx'

import { BucketFields, secretHint } from './bucket-form.tsx'
import type { ShownBackupBucket } from './change-backup-bucket.server.ts'
import { controlOf, ownAnswer, ProvenForm } from './proven-form.tsx'

type BackupFormProps = { backup: ShownBackupBucket; asksCode: boolean; answer: FormAnswer | undefined }

/** Connects the bucket of the continuous backup. */
export function BackupForm({ backup, asksCode, answer }: BackupFormProps) {
  const { stored, state } = backup
  const errors = ownAnswer(answer, 'backup')?.errors ?? {}
  return (
    <ProvenForm
      kind="backup"
      title="Continuous backup"
      badge={<StateBadge state={state} />}
      text={textOf(backup)}
      stored={stored}
      asksCode={asksCode}
      isTested
      answer={answer}
      fields={
        <>
          <BucketFields kind="backup" errors={errors} stored={stored} />
          <TextField
            {...controlOf('backup', errors)('passphrase')}
            label="Passphrase"
            type="text"
            data-masked
            maxLength={500}
            placeholder={stored ? 'Stored' : undefined}
            hint={`${secretHint(stored)} Keep a copy elsewhere: a restore on another machine needs it, APP_SECRET and the key.`}
          />
        </>
      }
    >
      <p className="text-sm">
        <Link to="/admin/settings/backups" className="underline">
          Open backups
        </Link>
      </p>
    </ProvenForm>
  )
}

function StateBadge({ state }: Pick<ShownBackupBucket, 'state'>) {
  if (!state) return <Badge>Off</Badge>
  if (state.failure) return <Badge tone="danger">Failing</Badge>
  return state.upTo === null ? <Badge>Connecting</Badge> : <Badge tone="success">On</Badge>
}

function textOf({ continuous, state }: ShownBackupBucket): string {
  if (state?.failure) return `Nothing is copied to ${state.target} now: ${state.failure.reason}`
  const later = 'whatever is saved here.'
  if (continuous === 'off') return `CONTINUOUS_BACKUP=off is set and wins: nothing is copied, ${later}`
  if (continuous === 'folder')
    return `BACKUP_DIR or CONTINUOUS_BACKUP is set and wins: every change is copied to ${state?.target ?? 'that folder'}, ${later}`
  if (continuous === 'bucket')
    return `S3_BUCKET and BACKUP_PASSPHRASE are set and win: every change is copied to ${state?.target ?? 'that bucket'}, ${later}`
  return 'Copies every change, encrypted, to any storage that speaks S3 within seconds, with the files of this server.'
}
