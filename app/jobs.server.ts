import { leadNoticeEmail } from './features/leads/lead-notice.email.tsx'
import { leadReceiptEmail } from './features/leads/lead-receipt.email.tsx'
import { DAY, HOUR } from './platform/clock.ts'
import type { EmailTemplate } from './platform/email/email-template.ts'
import { sendEmail } from './platform/email/send-email.job.server.ts'
import { deleteOldJobs } from './platform/jobs/delete-old-jobs.job.server.ts'
import type { Job } from './platform/jobs/job.server.ts'
import type { Schedule } from './platform/jobs/schedule.server.ts'

/** Every job of the product; one that is not here is dead-lettered when it is claimed. */
export const jobs: ReadonlyMap<string, Job<unknown>> = new Map(
  [sendEmail, deleteOldJobs].map((job) => [job.name, job as Job<unknown>]),
)

/** Every kind of mail. */
export const emailTemplates: ReadonlyMap<string, EmailTemplate<object>> = new Map(
  [leadNoticeEmail, leadReceiptEmail].map((template) => [template.name, template as EmailTemplate<object>]),
)

/** Times are UTC. */
export const schedules: readonly Schedule[] = [
  { name: 'delete-old-jobs', every: DAY, offset: 3 * HOUR, job: deleteOldJobs },
]
