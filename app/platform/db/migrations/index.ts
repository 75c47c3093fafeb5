import type { Migration } from 'kysely/migration'

import * as frontOffice from './0001-front-office.ts'
import * as assistant from './0002-assistant.ts'
import * as knowledge from './0003-knowledge.ts'
import * as blog from './0004-blog.ts'
import * as analytics from './0005-analytics.ts'
import * as citations from './0006-citations.ts'
import * as rereading from './0007-rereading.ts'
import * as vectors from './0008-vectors.ts'
import * as account from './0009-account.ts'
import * as audit from './0010-audit.ts'
import * as privacy from './0012-privacy.ts'
import * as leadConversation from './0013-lead-conversation.ts'
import * as blogImport from './0015-blog-import.ts'
import * as analyticsOutbox from './0016-analytics-outbox.ts'
import * as lanesAndOutages from './0020-lanes-and-outages.ts'
import * as remoteImages from './0022-remote-images.ts'
import * as privateFiles from './0023-private-files.ts'
import * as leadLists from './0024-lead-lists.ts'
import * as leadSearch from './0025-lead-search.ts'
import * as pages from './0026-pages.ts'
import * as pageLife from './0027-page-life.ts'
import * as goingLive from './0028-going-live.ts'
import * as contentTransfer from './0029-content-transfer.ts'
import * as providerAddress from './0030-provider-address.ts'
import * as messageSearch from './0032-message-search.ts'
import * as termsInOrder from './0033-terms-in-order.ts'
import * as testQuestions from './0035-test-questions.ts'
import * as ratingsAndHandover from './0036-ratings-and-handover.ts'
import * as wordCoverage from './0037-word-coverage.ts'
import * as keptPosts from './0038-kept-posts.ts'
import * as members from './0039-members.ts'
import * as team from './0040-team.ts'
import * as honestAnalytics from './0041-honest-analytics.ts'
import * as savedViews from './0044-saved-views.ts'
import * as leadBoard from './0045-lead-board.ts'
import * as threads from './0046-threads.ts'
import * as people from './0047-people.ts'
import * as peopleImport from './0048-people-import.ts'
import * as mailbox from './0049-mailbox.ts'
import * as passkeys from './0050-passkeys.ts'
import * as today from './0051-today.ts'
import * as leadWork from './0052-lead-work.ts'
import * as notices from './0053-notices.ts'
import * as dismissedMails from './0054-dismissed-mails.ts'
import * as mentions from './0055-mentions.ts'
import * as deletions from './0056-deletions.ts'
import * as push from './0057-push.ts'
import * as bookingFeeds from './0058-booking-feeds.ts'
import * as bookings from './0060-bookings.ts'
import * as calendars from './0061-calendars.ts'
import * as apiTokens from './0062-api-tokens.ts'
import * as webhooks from './0063-webhooks.ts'
import * as oauth from './0064-oauth.ts'
import * as toolCalls from './0065-tool-calls.ts'
import * as mergedPeople from './0066-merged-people.ts'
import * as bookingAnswers from './0067-booking-answers.ts'
import * as siteTrials from './0068-site-trials.ts'
import * as firstByte from './0070-first-byte.ts'
import * as caldav from './0072-caldav.ts'
import * as postLanguage from './0073-post-language.ts'
import * as importPreview from './0074-import-preview.ts'
import * as tagSlugs from './0076-tag-slugs.ts'
import * as calendarNotes from './0077-calendar-notes.ts'
import * as leadAnswers from './0079-lead-answers.ts'
import * as connections from './0080-connections.ts'
import * as languages from './0083-languages.ts'
import * as leases from './0084-leases.ts'
import * as inquiryFiles from './0085-inquiry-files.ts'
import * as exchange from './0086-exchange.ts'
import * as messageTranslations from './0087-message-translations.ts'
import * as knownLanguages from './0088-known-languages.ts'
import * as assistants from './0089-assistants.ts'
import * as clientAddresses from './0090-client-addresses.ts'
import * as testQuestionsOfAssistants from './0091-test-questions-of-assistants.ts'
import * as draftEditors from './0093-draft-editors.ts'

/** Never edit a migration that has landed; add a new one. */
export const migrations: Record<string, Migration> = {
  '0001-front-office': frontOffice,
  '0002-assistant': assistant,
  '0003-knowledge': knowledge,
  '0004-blog': blog,
  '0005-analytics': analytics,
  '0006-citations': citations,
  '0007-rereading': rereading,
  '0008-vectors': vectors,
  '0009-account': account,
  '0010-audit': audit,
  '0012-privacy': privacy,
  '0013-lead-conversation': leadConversation,
  '0015-blog-import': blogImport,
  '0016-analytics-outbox': analyticsOutbox,
  '0020-lanes-and-outages': lanesAndOutages,
  '0022-remote-images': remoteImages,
  '0023-private-files': privateFiles,
  '0024-lead-lists': leadLists,
  '0025-lead-search': leadSearch,
  '0026-pages': pages,
  '0027-page-life': pageLife,
  '0028-going-live': goingLive,
  '0029-content-transfer': contentTransfer,
  '0030-provider-address': providerAddress,
  '0032-message-search': messageSearch,
  '0033-terms-in-order': termsInOrder,
  '0035-test-questions': testQuestions,
  '0036-ratings-and-handover': ratingsAndHandover,
  '0037-word-coverage': wordCoverage,
  '0038-kept-posts': keptPosts,
  '0039-members': members,
  '0040-team': team,
  '0041-honest-analytics': honestAnalytics,
  '0044-saved-views': savedViews,
  '0045-lead-board': leadBoard,
  '0046-threads': threads,
  '0047-people': people,
  '0048-people-import': peopleImport,
  '0049-mailbox': mailbox,
  '0050-passkeys': passkeys,
  '0051-today': today,
  '0052-lead-work': leadWork,
  '0053-notices': notices,
  '0054-dismissed-mails': dismissedMails,
  '0055-mentions': mentions,
  '0056-deletions': deletions,
  '0057-push': push,
  '0058-booking-feeds': bookingFeeds,
  '0060-bookings': bookings,
  '0061-calendars': calendars,
  '0062-api-tokens': apiTokens,
  '0063-webhooks': webhooks,
  '0064-oauth': oauth,
  '0065-tool-calls': toolCalls,
  '0066-merged-people': mergedPeople,
  '0067-booking-answers': bookingAnswers,
  '0068-site-trials': siteTrials,
  '0070-first-byte': firstByte,
  '0072-caldav': caldav,
  '0073-post-language': postLanguage,
  '0074-import-preview': importPreview,
  '0076-tag-slugs': tagSlugs,
  '0077-calendar-notes': calendarNotes,
  '0079-lead-answers': leadAnswers,
  '0080-connections': connections,
  '0083-languages': languages,
  '0084-leases': leases,
  '0085-inquiry-files': inquiryFiles,
  '0086-exchange': exchange,
  '0087-message-translations': messageTranslations,
  '0088-known-languages': knownLanguages,
  '0089-assistants': assistants,
  '0090-client-addresses': clientAddresses,
  '0091-test-questions-of-assistants': testQuestionsOfAssistants,
  '0093-draft-editors': draftEditors,
}
