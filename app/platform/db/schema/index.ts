import type {
  CrawlTable,
  DayVisitsTable,
  EventOutboxTable,
  EventTable,
  RecountTable,
  RollDayTable,
  RollHourTable,
  SaltTable,
  SeenTable,
} from './analytics.ts'
import type {
  AssistantCollectionTable,
  AssistantRefusalTable,
  AssistantTable,
  AssistantUsageTable,
  ClientAddressTable,
  KnowledgeCollectionItemTable,
  KnowledgeCollectionTable,
} from './assistant.ts'
import type { AuditEntryTable } from './audit.ts'
import type {
  ApiReplayTable,
  ApiTokenTable,
  OauthClientTable,
  OauthCodeTable,
  OauthGrantTable,
  OauthTokenTable,
  InvitationTable,
  MemberTable,
  PasskeyChallengeTable,
  PasskeyTable,
  PasswordResetTable,
  RecoveryCodeTable,
  SessionTable,
  SignInChallengeTable,
  TwoFactorTable,
} from './auth.ts'
import type {
  BookingFeedTable,
  BookingTable,
  BusyTimeTable,
  CalendarEntryTable,
  CalendarFeedTable,
  MeetingTypeTable,
  MemberHoursTable,
  SlotClaimTable,
} from './booking.ts'
import type {
  BlogChangeTable,
  BlogContentTable,
  BlogDraftTable,
  BlogFormerPathTable,
  BlogImportEntryTable,
  BlogImportPathTable,
  BlogImportPictureTable,
  BlogSourceTable,
  BlogImportTable,
  BlogPostTable,
  BlogRevisionTable,
  BlogSlugTable,
  BlogTagTable,
  KeptPostTable,
  RemoteImageTable,
} from './blog.ts'
import type {
  AiKeyTable,
  ChatMessageTable,
  ChatToolCallTable,
  ChatUsageTable,
  ConversationTable,
} from './chat.ts'
import type { ContentTransferFileTable, ContentTransferTable } from './content-transfer.ts'
import type { DeletionTable } from './deletion.ts'
import type { EmailTable, MailOutageTable } from './email.ts'
import type {
  ConnectionTable,
  ErasureTable,
  JobTable,
  LeaseTable,
  SettingTable,
  ThrottleTable,
} from './system.ts'
import type {
  KnowledgeFileTable,
  KnowledgeIndexTable,
  KnowledgeItemTable,
  KnowledgePassageTable,
  KnowledgeTextTable,
  KnowledgeVectorTable,
  UnansweredQuestionTable,
} from './knowledge.ts'
import type {
  LeadEventTable,
  LeadFileTable,
  LeadTable,
  LeadTagTable,
  LegalTextTable,
  SavedViewTable,
} from './lead.ts'
import type { NoticePreferenceTable, NoticeTable, PushSubscriptionTable, VapidKeyTable } from './notice.ts'
import type {
  PageAddressTable,
  PageFormerDraftTable,
  PagePreviewTable,
  PageRevisionTable,
  PageTable,
  TextTranslationTable,
  TranslationImportRowTable,
  TranslationImportTable,
} from './page.ts'
import type {
  PersonAddressTable,
  PersonDistinctTable,
  PersonEventTable,
  PersonImportFileTable,
  PersonImportLeftTable,
  PersonImportTable,
  PersonTable,
} from './person.ts'
import type { TestQuestionTable, TestResultTable, TestRunTable, TestSpendingTable } from './quality.ts'
import type { BounceTable, MailboxTable } from './mailbox.ts'
import type { SiteTrialPageTable, SiteTrialQuestionTable, SiteTrialTable } from './site-trial.ts'
import type { ThreadAttachmentTable, ThreadDraftTable, ThreadMailTable } from './thread.ts'
import type { MentionTable, TodayMarkTable } from './today.ts'
import type { WebhookDeliveryTable, WebhookSecretTable, WebhookTable } from './webhook.ts'

/** Times are milliseconds UTC, booleans 0 and 1, ids UUIDv7, JSON is text: the same on both engines. */

export type Database = {
  ai_key: AiKeyTable
  api_replay: ApiReplayTable
  api_token: ApiTokenTable
  audit_entry: AuditEntryTable
  blog_change: BlogChangeTable
  blog_content: BlogContentTable
  blog_draft: BlogDraftTable
  blog_import: BlogImportTable
  blog_former_path: BlogFormerPathTable
  blog_import_entry: BlogImportEntryTable
  blog_import_path: BlogImportPathTable
  blog_import_picture: BlogImportPictureTable
  blog_source: BlogSourceTable
  blog_post: BlogPostTable
  blog_revision: BlogRevisionTable
  blog_slug: BlogSlugTable
  blog_tag: BlogTagTable
  booking: BookingTable
  booking_feed: BookingFeedTable
  bounce: BounceTable
  busy_time: BusyTimeTable
  calendar_entry: CalendarEntryTable
  calendar_feed: CalendarFeedTable
  chat_message: ChatMessageTable
  chat_tool_call: ChatToolCallTable
  chat_usage: ChatUsageTable
  client_address: ClientAddressTable
  connection: ConnectionTable
  lease: LeaseTable
  content_transfer: ContentTransferTable
  content_transfer_file: ContentTransferFileTable
  assistant: AssistantTable
  assistant_collection: AssistantCollectionTable
  assistant_refusal: AssistantRefusalTable
  assistant_usage: AssistantUsageTable
  knowledge_collection: KnowledgeCollectionTable
  knowledge_collection_item: KnowledgeCollectionItemTable
  conversation: ConversationTable
  crawl: CrawlTable
  day_visits: DayVisitsTable
  deletion: DeletionTable
  email: EmailTable
  erasure: ErasureTable
  event: EventTable
  event_outbox: EventOutboxTable
  invitation: InvitationTable
  job: JobTable
  kept_post: KeptPostTable
  knowledge_file: KnowledgeFileTable
  knowledge_index: KnowledgeIndexTable
  knowledge_item: KnowledgeItemTable
  knowledge_passage: KnowledgePassageTable
  knowledge_text: KnowledgeTextTable
  knowledge_vector: KnowledgeVectorTable
  unanswered_question: UnansweredQuestionTable
  kysely_migration: { name: string; timestamp: string }
  lead: LeadTable
  lead_event: LeadEventTable
  lead_file: LeadFileTable
  lead_tag: LeadTagTable
  legal_text: LegalTextTable
  mail_outage: MailOutageTable
  mailbox: MailboxTable
  meeting_type: MeetingTypeTable
  member: MemberTable
  member_hours: MemberHoursTable
  mention: MentionTable
  notice: NoticeTable
  notice_preference: NoticePreferenceTable
  oauth_client: OauthClientTable
  oauth_code: OauthCodeTable
  oauth_grant: OauthGrantTable
  oauth_token: OauthTokenTable
  push_subscription: PushSubscriptionTable
  vapid_key: VapidKeyTable
  page: PageTable
  page_address: PageAddressTable
  page_former_draft: PageFormerDraftTable
  page_preview: PagePreviewTable
  page_revision: PageRevisionTable
  text_translation: TextTranslationTable
  translation_import: TranslationImportTable
  translation_import_row: TranslationImportRowTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  password_reset: PasswordResetTable
  person: PersonTable
  person_address: PersonAddressTable
  person_distinct: PersonDistinctTable
  person_event: PersonEventTable
  person_import: PersonImportTable
  person_import_file: PersonImportFileTable
  person_import_left: PersonImportLeftTable
  recount: RecountTable
  recovery_code: RecoveryCodeTable
  remote_image: RemoteImageTable
  roll_day: RollDayTable
  roll_draft: RollDayTable
  roll_hour: RollHourTable
  salt: SaltTable
  saved_view: SavedViewTable
  seen: SeenTable
  session: SessionTable
  setting: SettingTable
  sign_in_challenge: SignInChallengeTable
  site_trial: SiteTrialTable
  site_trial_page: SiteTrialPageTable
  site_trial_question: SiteTrialQuestionTable
  slot_claim: SlotClaimTable
  test_question: TestQuestionTable
  test_result: TestResultTable
  test_run: TestRunTable
  test_spending: TestSpendingTable
  thread_attachment: ThreadAttachmentTable
  thread_draft: ThreadDraftTable
  thread_mail: ThreadMailTable
  throttle: ThrottleTable
  today_mark: TodayMarkTable
  two_factor: TwoFactorTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
  webhook_secret: WebhookSecretTable
}
