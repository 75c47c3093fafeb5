import type { ReactNode } from 'react'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Badge } from '#app/ui/badge.tsx'
import { TextField } from '#app/ui/field.tsx'

import type { ShownBucket } from './change-bucket.server.ts'
import { controlOf, ownAnswer, ProvenForm } from './proven-form.tsx'

type BucketFormProps = { bucket: ShownBucket; asksCode: boolean; answer: FormAnswer | undefined }

/** Connects the bucket that stores pictures and files. */
export function BucketForm({ bucket: { stored, isInBucket, wins }, asksCode, answer }: BucketFormProps) {
  const errors = ownAnswer(answer, 'bucket')?.errors ?? {}
  return (
    <ProvenForm
      kind="bucket"
      title="Bucket for pictures and files"
      badge={isInBucket ? <Badge tone="success">Connected</Badge> : <Badge>On this server</Badge>}
      text={
        wins
          ? 'S3_BUCKET is set and wins: files are stored there, whatever is saved here.'
          : 'Any storage that speaks S3. What is on this server now is moved into it; until then it is shown from here. The nightly backup does not contain a bucket’s files.'
      }
      stored={stored}
      asksCode={asksCode}
      isTested
      answer={answer}
      fields={
        <>
          <BucketFields
            kind="bucket"
            errors={errors}
            stored={stored}
            path={
              <TextField
                {...controlOf('bucket', errors)('path')}
                label="Path"
                maxLength={200}
                placeholder="None"
                defaultValue={stored?.path}
              />
            }
          />
          {errors['copied'] ? (
            <div className="grid gap-2 text-sm sm:col-span-2">
              <p role="alert" className="text-danger">
                {errors['copied']}
              </p>
              <label className="flex items-center gap-2 font-medium">
                <input type="checkbox" name="copied" /> I have copied the files
              </label>
            </div>
          ) : null}
        </>
      }
    />
  )
}

type BucketFieldsProps = {
  kind: 'bucket' | 'backup'
  errors: Readonly<Record<string, string>>
  stored: {
    endpoint: string
    region: string
    bucket: string
    accessKeyId: string
    isUnreadable: boolean
  } | null
  path?: ReactNode
}

/** Names a bucket and its key. */
export function BucketFields({ kind, errors, stored, path }: BucketFieldsProps) {
  const control = controlOf(kind, errors)
  return (
    <>
      <TextField
        {...control('endpoint')}
        label="Endpoint"
        maxLength={300}
        placeholder="Amazon’s of the region"
        defaultValue={stored?.endpoint}
      />
      <TextField
        {...control('region')}
        label="Region"
        maxLength={50}
        placeholder="us-east-1"
        defaultValue={stored?.region}
      />
      <TextField {...control('bucket')} label="Bucket" maxLength={63} defaultValue={stored?.bucket} />
      {path}
      <TextField {...control('keyId')} label="Key ID" maxLength={200} defaultValue={stored?.accessKeyId} />
      <TextField
        {...control('secret')}
        label="Secret"
        type="text"
        data-masked
        maxLength={500}
        placeholder={stored ? 'Stored' : undefined}
        hint={secretHint(stored)}
      />
    </>
  )
}

/** For a field whose stored value is never shown. */
export function secretHint(stored: { isUnreadable: boolean } | null): string {
  if (!stored) return 'Stored encrypted, and never shown again.'
  return stored.isUnreadable
    ? 'The stored one cannot be read with this APP_SECRET. Please enter it again.'
    : 'Leave it empty to keep the stored one.'
}
