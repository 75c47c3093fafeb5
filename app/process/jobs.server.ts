import { deleteReplays } from '../actions/rest/delete-old-replays.job.server.ts'
import { deleteOldAuditEntries } from '../features/admin/audit/delete-old-audit-entries.job.server.ts'
import { deleteEndedHolds } from '../features/bookings/availability/delete-ended-holds.job.server.ts'
import {
  REFRESH_EVERY,
  refreshCalendars,
  refreshOneCalendar,
} from '../features/bookings/calendars/refresh-calendars.job.server.ts'
import { writeCalendarEntries } from '../features/bookings/calendars/dav/write-entries.job.server.ts'
import { bookingEmail } from '../features/bookings/mails/booking.email.tsx'
import { remindOfBooking } from '../features/bookings/mails/remind-of-booking.job.server.ts'
import { rebuildAnalytics } from '../features/analytics/rollups/rebuild-analytics.job.server.ts'
import { destroyOldSalts } from '../features/analytics/collect/destroy-salts.job.server.ts'
import { checkRollups } from '../features/analytics/rollups/check-rollups.job.server.ts'
import { deleteOldEvents } from '../features/analytics/rollups/delete-old-events.job.server.ts'
import { packDays } from '../features/analytics/visits/pack-days.job.server.ts'
import { createWeeklySummary } from '../features/analytics/weekly/send-weekly-summary.job.server.ts'
import { weeklySummaryEmail } from '../features/analytics/weekly/weekly-summary.email.tsx'
import { accountNoticeEmail } from '../features/auth/account-notice.email.tsx'
import { deleteEndedAccess } from '../features/auth/oauth/delete-ended-access.job.server.ts'
import { passwordResetEmail } from '../features/auth/reset/password-reset.email.tsx'
import { invitationEmail } from '../features/auth/team/invitation.email.tsx'
import { sendPasswordReset } from '../features/auth/reset/send-password-reset.job.server.ts'
import { tellSearchEngines } from '../platform/search-engines/tell-search-engines.job.server.ts'
import { renewPostIndex } from '../features/blog/search/renew-index.job.server.ts'
import { expireImport, runImport } from '../features/blog/transfer/import-posts.job.server.ts'
import { publishScheduledPost } from '../features/blog/publish-scheduled-post.job.server.ts'
import { announceImport } from '../features/content/transfer/announce-import.job.server.ts'
import { readSite } from '../features/content/import-site/read-site.job.server.ts'
import { importArchive } from '../features/content/transfer/import-archive.job.server.ts'
import { translateShortTexts } from '../features/content/languages/short-texts.server.ts'
import { translatePost } from '../features/blog/languages/translate-post.job.server.ts'
import { translatePage } from '../features/content/languages/translate-page.job.server.ts'
import { translateStarterPage } from '#app/features/content/languages/translate-starter.job.server.ts'
import { publishScheduledPage } from '../features/content/pages/publish-scheduled-page.job.server.ts'
import { findRemoteImages } from '../features/blog/remote-images/find-remote-images.job.server.ts'
import { keepRemoteImage } from '../features/blog/remote-images/keep-remote-image.job.server.ts'
import { closeLeftReplies } from '../features/chat/replies/close-left-replies.job.server.ts'
import { deleteOldConversations } from '../features/chat/conversations/delete-old-conversations.job.server.ts'
import { clientWeekEmail } from '../features/chat/clients/client-week.email.tsx'
import { sendClientWeeks } from '../features/chat/clients/send-client-weeks.job.server.ts'
import { runTests } from '../features/chat/quality/runs/run-tests.job.server.ts'
import { watchChanges } from '../features/chat/quality/runs/watch-changes.job.server.ts'
import { handoverEmail } from '../features/chat/handover/handover.email.tsx'
import { modelEndsEmail } from '../features/ai/models/model-ends.email.tsx'
import { refreshModels } from '../features/ai/models/refresh-models.job.server.ts'
import { spendingCapEmail } from '../features/ai/spending/spending-cap.email.tsx'
import { embedPassages } from '../features/knowledge/embeddings/embed-passages.job.server.ts'
import { readKnowledgeItem } from '../features/knowledge/reading/read-item.job.server.ts'
import { rereadPages } from '../features/knowledge/reading/reread-pages.job.server.ts'
import { renewTerms } from '../features/knowledge/search/renew-terms.job.server.ts'
import { deleteOldInquiries } from '../features/leads/delete-old-inquiries.job.server.ts'
import { deleteInquiryFiles } from '../features/leads/files/inquiry-files.server.ts'
import { leadNoticeEmail } from '../features/leads/lead-notice.email.tsx'
import { deleteThreadFiles } from '../features/leads/thread/erase-thread.server.ts'
import { leadReplyEmail } from '../features/leads/thread/lead-reply.email.tsx'
import { leadReceiptEmail } from '../features/leads/lead-receipt.email.tsx'
import { noticeEmail } from '../features/notices/notice.email.tsx'
import { deleteOldNotices } from '../features/notices/notify.server.ts'
import { sendNotice } from '../features/notices/send-notice.job.server.ts'
import { deleteOldDeliveries, deliverWebhook } from '../features/webhooks/queue-deliveries.server.ts'
import { noticeRecipients } from '../platform/email/queue-email.server.ts'
import { deleteEndedTrials } from '../features/site-trial/delete-ended-trials.job.server.ts'
import { readTrial } from '../features/site-trial/read-trial.job.server.ts'
import { deleteOldPeople } from '../features/people/delete-old-people.job.server.ts'
import { importPeople } from '../features/people/import/import-people.job.server.ts'
import { eraseLeftovers } from '../features/privacy/erase-holdings.server.ts'
import { finishErasure } from '../features/privacy/finish-erasure.job.server.ts'
import { replayErasuresOnSchedule } from '../features/privacy/replay-erasures.job.server.ts'
import { backUp, backUpNightly } from '../platform/backup/back-up.job.server.ts'
import { testNewestBackup, testNewestBackupNightly } from '../platform/backup/test-restore.job.server.ts'
import { DAY, HOUR, MINUTE } from '../platform/clock.ts'
import { deleteOldEmails } from '../platform/email/delete-old-emails.job.server.ts'
import { moveFiles } from '../platform/files/move-files.job.server.ts'
import type { Ctx } from '../platform/context.server.ts'
import type { EmailTemplate } from '../platform/email/email-template.ts'
import { deleteCutOffVideo } from '../features/images/videos/delete-cut-off-video.job.server.ts'
import { renewMailAccess } from '../platform/email/renew-mail-access.job.server.ts'
import { sendEmail } from '../platform/email/send-email.job.server.ts'
import { forgetDeleted } from '../platform/deletions/keep-deleted.server.ts'
import { deleteOldJobs } from '../platform/jobs/delete-old-jobs.job.server.ts'
import type { Job } from '../platform/jobs/job.server.ts'
import type { Schedule } from '../platform/jobs/schedule.server.ts'
import { revokeAccess } from '../platform/oauth/revoke-access.job.server.ts'
import { reportUnclaimedJobs } from '../platform/jobs/unclaimed-jobs.server.ts'

/** The recipients of inquiry notices also get the weekly summary. */
const sendWeeklySummary = createWeeklySummary(noticeRecipients)

const everyJob = [
  sendNotice,
  deleteOldNotices,
  sendEmail,
  revokeAccess,
  renewMailAccess,
  moveFiles,
  deleteCutOffVideo,
  deleteOldJobs,
  reportUnclaimedJobs,
  deleteOldEmails,
  deleteOldInquiries,
  deleteInquiryFiles,
  deleteThreadFiles,
  remindOfBooking,
  refreshCalendars,
  refreshOneCalendar,
  writeCalendarEntries,
  deleteEndedHolds,
  forgetDeleted,
  deleteOldPeople,
  importPeople,
  closeLeftReplies,
  deleteOldConversations,
  runTests,
  watchChanges,
  refreshModels,
  readKnowledgeItem,
  embedPassages,
  rereadPages,
  renewTerms,
  renewPostIndex,
  deleteOldEvents,
  checkRollups,
  rebuildAnalytics,
  packDays,
  destroyOldSalts,
  sendWeeklySummary,
  sendClientWeeks,
  publishScheduledPost,
  publishScheduledPage,
  translatePage,
  translatePost,
  translateStarterPage,
  translateShortTexts,
  runImport,
  expireImport,
  announceImport,
  importArchive,
  readSite,
  readTrial,
  deleteEndedTrials,
  tellSearchEngines,
  findRemoteImages,
  keepRemoteImage,
  backUp,
  testNewestBackup,
  sendPasswordReset,
  deleteOldAuditEntries,
  deleteReplays,
  deleteEndedAccess,
  deliverWebhook,
  deleteOldDeliveries,
  finishErasure,
  eraseLeftovers,
  replayErasuresOnSchedule,
]
const everyTemplate = [
  noticeEmail,
  leadNoticeEmail,
  leadReceiptEmail,
  leadReplyEmail,
  bookingEmail,
  spendingCapEmail,
  handoverEmail,
  modelEndsEmail,
  weeklySummaryEmail,
  clientWeekEmail,
  accountNoticeEmail,
  passwordResetEmail,
  invitationEmail,
]

/** A queued job of a kind missing here waits for a version that knows it. */
export const jobs: ReadonlyMap<string, Job<unknown>> = new Map(
  everyJob.map((job) => [job.name, job as Job<unknown>]),
)

export const emailTemplates: ReadonlyMap<string, EmailTemplate<object, Ctx>> = new Map(
  everyTemplate.map((template) => [template.name, template as EmailTemplate<object, Ctx>]),
)

/** The epoch was a Thursday, so four days later is a Monday. At 12:00 the last week is over in every time zone. */
const weekly = { every: 7 * DAY, offset: 4 * DAY + 12 * HOUR }

/** Times are UTC. */
export const schedules: readonly Schedule[] = [
  { name: 'delete-old-jobs', every: DAY, offset: 3 * HOUR, job: deleteOldJobs },
  { name: 'report-unclaimed-jobs', every: HOUR, job: reportUnclaimedJobs },
  { name: 'delete-old-emails', every: DAY, offset: 3 * HOUR, job: deleteOldEmails },
  { name: 'renew-mail-access', every: DAY, offset: 6 * HOUR, job: renewMailAccess },
  { name: 'refresh-calendars', every: REFRESH_EVERY, job: refreshCalendars },
  { name: 'delete-ended-trials', every: HOUR, job: deleteEndedTrials },
  { name: 'delete-ended-holds', every: HOUR, job: deleteEndedHolds },
  { name: 'delete-old-inquiries', every: DAY, offset: 4 * HOUR, job: deleteOldInquiries },
  { name: 'delete-old-people', every: DAY, offset: 5 * HOUR, job: deleteOldPeople },
  { name: 'close-left-replies', every: HOUR, job: closeLeftReplies },
  { name: 'delete-old-conversations', every: DAY, offset: 5 * HOUR, job: deleteOldConversations },
  { name: 'watch-quality', every: 5 * MINUTE, job: watchChanges },
  { name: 'refresh-models', every: DAY, offset: 6 * HOUR, job: refreshModels },
  { name: 'reread-pages', every: HOUR, job: rereadPages },
  { name: 'embed-passages', every: HOUR, job: embedPassages },
  { name: 'pack-visits', every: HOUR, job: packDays },
  { name: 'delete-old-events', every: DAY, offset: 2 * HOUR, job: deleteOldEvents },
  { name: 'check-rollups', every: DAY, offset: 5 * HOUR, job: checkRollups },
  { name: 'send-weekly-summary', ...weekly, job: sendWeeklySummary },
  { name: 'send-client-weeks', ...weekly, job: sendClientWeeks },
  backUpNightly,
  testNewestBackupNightly,
  { name: 'delete-old-audit-entries', every: DAY, offset: 4 * HOUR, job: deleteOldAuditEntries },
  { name: 'delete-old-deliveries', every: DAY, offset: 4 * HOUR, job: deleteOldDeliveries },
  { name: 'delete-old-notices', every: DAY, offset: 4 * HOUR, job: deleteOldNotices },
  { name: 'delete-old-replays', every: HOUR, job: deleteReplays },
  { name: 'delete-ended-access', every: HOUR, job: deleteEndedAccess },
  { name: 'destroy-salts', every: HOUR, job: destroyOldSalts },
  { name: 'replay-erasures', every: HOUR, job: replayErasuresOnSchedule },
]
