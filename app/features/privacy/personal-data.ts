import { leadFieldsToErase, leadSourceNames } from '#app/features/leads/lead-fields.ts'

import type { Listing, TextColumn, TextTable } from './personal-data-rules.ts'

const counted = ['id', 'kind', 'path', 'landing', 'service', 'referrer', 'utm', 'country'] as const

/** Every text column of every table; a missing one is a compile error. */
export const personalData = {
  ai_key: { none: ['provider', 'sealed', 'last_four', 'base_url'] },
  // Every erasure deletes all rows.
  api_replay: { row: ['body'], none: ['id', 'request', 'location'] },
  api_token: { owner: ['name'], none: ['id', 'member_id', 'role', 'token_hash', 'ends_with'] },
  assistant: { owner: ['name', 'settings'], none: ['id', 'key', 'sealed_secret', 'client_link'] },
  assistant_collection: { none: ['assistant_id', 'collection_id'] },
  assistant_refusal: { none: ['assistant_id', 'origin'] },
  assistant_usage: { none: ['assistant_id', 'day'] },
  audit_entry: {
    owner: ['actor_email', 'actor_name', 'device', 'subject_title', 'fields', 'changes', 'search'],
    none: ['id', 'kind', 'actor', 'subject_id', 'subject_path'],
  },
  blog_content: { owner: ['source', 'html', 'outline'], none: ['post_id'] },
  blog_draft: { owner: ['fields'], none: ['id', 'post_id', 'editor'] },
  blog_former_path: { owner: ['path'], none: ['post_id'] },
  blog_import: { owner: ['name', 'base', 'actor', 'failure', 'format', 'notes'], none: ['id', 'state'] },
  blog_import_entry: {
    owner: ['source', 'place', 'title', 'slug', 'reason', 'notes', 'post', 'undo'],
    none: ['import_id', 'state', 'known_post_id', 'choice', 'outcome', 'post_id'],
  },
  blog_import_path: { owner: ['path'], none: ['import_id'] },
  blog_import_picture: { owner: ['name'], none: ['import_id', 'image_id', 'address', 'files'] },
  blog_post: {
    owner: [
      'slug',
      'title',
      'excerpt',
      'own_excerpt',
      'image_url',
      'image_alt',
      'tags',
      'author',
      'source_texts',
    ],
    none: ['id', 'language', 'source_id'],
  },
  blog_revision: { owner: ['actor', 'fields'], none: ['id', 'post_id'] },
  blog_slug: { owner: ['slug'], none: ['post_id'] },
  blog_source: { owner: ['source'], none: ['post_id'] },
  blog_tag: { owner: ['slug', 'name'], none: ['post_id'] },
  booking_feed: { none: ['member_id', 'key_hash'] },
  booking: {
    none: ['id', 'type_id', 'member_id', 'state', 'time_zone', 'guest_hash', 'lead_id', 'answer', 'language'],
  },
  bounce: { row: ['address'], redact: ['reason'], none: ['id', 'mail_id'] },
  busy_time: { none: ['feed_id'] },
  calendar_entry: { none: ['feed_id', 'booking_id', 'remote_id'] },
  calendar_feed: {
    owner: ['host', 'error', 'note', 'write_error'],
    none: ['id', 'member_id', 'sealed', 'kind', 'etag'],
  },
  chat_message: {
    redact: ['text', 'page', 'failure', 'rating_comment'],
    redactJson: ['translation'],
    copy: ['search'],
    owner: ['links', 'sources'],
    none: ['id', 'conversation_id', 'author', 'outcome', 'subject', 'provider', 'model', 'rating'],
  },
  chat_tool_call: {
    redact: ['result', 'done'],
    redactJson: ['input', 'card'],
    none: ['id', 'conversation_id', 'message_id', 'name', 'outcome'],
  },
  chat_usage: { none: ['day'] },
  client_address: { row: ['email'], none: ['id', 'assistant_id'] },
  connection: {
    owner: ['host', 'user_name', 'sender', 'options'],
    none: ['kind', 'service', 'sealed', 'changed_by'],
  },
  content_transfer: {
    owner: ['name', 'actor', 'summary', 'faults', 'proposal'],
    none: ['id', 'kind', 'state'],
  },
  content_transfer_file: { none: ['transfer_id'] },
  conversation: {
    row: ['visitor_email'],
    redact: ['page', 'page_title', 'visitor_name'],
    none: ['id', 'token_hash', 'speaker', 'lead_id', 'assignee_id', 'language', 'assistant_id'],
  },
  crawl: { none: ['day', 'crawler', 'path'] },
  day_visits: { none: ['day', 'zone'] },
  // Every erasure deletes all rows.
  deletion: { none: ['id', 'kind', 'subject_id'] },
  lease: { none: ['name'] },
  email: {
    row: ['recipients', 'reply_to'],
    redact: ['subject', 'last_error'],
    redactJson: ['props', 'attachments'],
    none: ['id', 'dedupe_key', 'template', 'state', 'about', 'headers', 'language'],
  },
  erasure: { none: ['id', 'hash', 'key_mark', 'counts'] },
  event: { none: [...counted, 'visitor', 'device', 'language'] },
  event_outbox: { none: [...counted, 'language'] },
  invitation: { owner: ['email'], none: ['id', 'role', 'token_hash', 'invited_by'] },
  job: { redact: ['last_error'], redactJson: ['payload'], none: ['id', 'name', 'state', 'lease_token'] },
  kept_post: { owner: ['slug'], none: ['made_of', 'tag'] },
  knowledge_file: { none: ['item_id'] },
  knowledge_item: {
    owner: [
      'title',
      'title_terms',
      'search',
      'source',
      'address',
      'dedupe_key',
      'failure',
      'page_coverage',
      'version_of',
    ],
    none: ['id', 'kind', 'status', 'language', 'site_language', 'reread_every'],
  },
  knowledge_collection: { owner: ['name'], none: ['id'] },
  knowledge_collection_item: { none: ['item_id', 'collection_id'] },
  knowledge_passage: { owner: ['headings', 'text', 'terms'], none: ['id', 'item_id'] },
  knowledge_text: { owner: ['sections', 'changes', 'coverage'], none: ['item_id'] },
  knowledge_vector: { none: ['passage_id', 'model'] },
  lead: {
    row: leadFieldsToErase('row'),
    redact: [...leadFieldsToErase('redact'), ...leadSourceNames, 'next_step'],
    redactJson: ['answers', 'translation'],
    copy: ['address', 'phone_e164', 'fingerprint', 'search'],
    none: [
      ...leadFieldsToErase('none'),
      'id',
      'status',
      'spam_reason',
      'consent_version',
      'consent_text',
      'conversation_id',
      'assistant_id',
      'idempotency_key',
      'assignee_id',
      'due_on',
      'language',
    ],
  },
  lead_event: { redact: ['body'], owner: ['actor'], none: ['id', 'lead_id', 'kind'] },
  lead_file: { none: ['id', 'lead_id'] },
  lead_tag: { owner: ['tag'], none: ['lead_id'] },
  legal_text: { owner: ['path', 'title', 'body'], none: ['id'] },
  mail_outage: { none: ['reason'] },
  mailbox: { none: ['id', 'uid_validity', 'holder', 'error'] },
  meeting_type: { owner: ['slug', 'name', 'location', 'questions'], none: ['id', 'members'] },
  member: { owner: ['email', 'name', 'password_hash'], none: ['id', 'role'] },
  member_hours: { owner: ['time_zone', 'week', 'exceptions'], none: ['member_id'] },
  mention: { owner: ['words', 'by_name'], none: ['id', 'event_id', 'member_id', 'lead_id', 'person_id'] },
  notice: { none: ['id', 'member_id', 'kind', 'subject', 'tried', 'failure'] },
  notice_preference: { none: ['member_id', 'channels', 'time_zone', 'slack_sealed', 'discord_sealed'] },
  // Names and redirect addresses of apps are stored without @.
  oauth_client: { none: ['id', 'name', 'redirect_uris'] },
  oauth_code: {
    none: [
      'code_hash',
      'client_id',
      'member_id',
      'redirect_uri',
      'challenge',
      'scopes',
      'resource',
      'grant_id',
    ],
  },
  oauth_grant: { none: ['id', 'client_id', 'member_id', 'scopes', 'resource'] },
  oauth_token: { none: ['token_hash', 'grant_id', 'kind'] },
  page: {
    owner: ['path', 'draft', 'published', 'deleted_path', 'name', 'source'],
    none: ['id', 'kind', 'state', 'language', 'source_id'],
  },
  page_address: { owner: ['path'], none: ['page_id'] },
  page_former_draft: { owner: ['document'], none: ['page_id'] },
  page_preview: { owner: ['made_by'], none: ['id', 'page_id'] },
  page_revision: { owner: ['document', 'made_by'], none: ['id', 'page_id'] },
  passkey: { owner: ['name'], none: ['id', 'member_id', 'credential_id', 'public_key'] },
  passkey_challenge: { none: ['id', 'holder'] },
  password_reset: { none: ['id', 'member_id', 'token_hash'] },
  person: {
    redact: ['name', 'company', 'phone'],
    copy: ['phone_e164', 'search'],
    none: ['id', 'origin', 'merged_into', 'root_id', 'language'],
  },
  person_address: { row: ['address', 'shown'], none: ['person_id'] },
  person_distinct: { none: ['person_id', 'other_id'] },
  person_event: { redact: ['body'], owner: ['actor'], none: ['id', 'person_id', 'kind'] },
  person_import: {
    row: ['preview'],
    owner: ['name', 'actor', 'failure'],
    none: ['id', 'state', 'mapping'],
  },
  person_import_file: { none: ['import_id'] },
  person_import_left: { row: ['cells', 'reason'], none: ['import_id'] },
  push_subscription: {
    owner: ['device'],
    none: ['id', 'member_id', 'session_id', 'endpoint_hash', 'sealed'],
  },
  recount: { none: ['day', 'after_id'] },
  recovery_code: { none: ['code_hash', 'member_id'] },
  remote_image: { owner: ['url', 'address', 'reason'], none: ['id', 'state'] },
  roll_day: { none: ['dimension', 'day', 'key'] },
  roll_draft: { none: ['dimension', 'day', 'key'] },
  roll_hour: { none: ['kind'] },
  salt: { none: ['day', 'bytes'] },
  // They cannot contain e-mail addresses.
  saved_view: { owner: ['name', 'query'], none: ['id', 'member_id'] },
  seen: { none: ['day', 'dimension', 'key', 'visitor'] },
  session: { owner: ['device'], none: ['id', 'member_id', 'token_hash'] },
  setting: { owner: ['value'], none: ['key'] },
  sign_in_challenge: { none: ['id', 'member_id', 'token_hash'] },
  // Every erasure deletes all rows, which are kept for a week at most.
  site_trial: {
    row: ['url', 'host'],
    none: ['id', 'consent_text', 'state', 'failure', 'figures', 'lead_id', 'language'],
  },
  site_trial_page: { row: ['url', 'title', 'passages', 'signs'], none: ['trial_id', 'language'] },
  site_trial_question: { row: ['question', 'answer', 'sources'], none: ['trial_id'] },
  slot_claim: { none: ['member_id', 'holder', 'booking_id'] },
  test_question: {
    redact: ['text'],
    copy: ['search'],
    owner: ['facts', 'sources'],
    none: ['id', 'origin', 'conversation_id', 'assistant_id'],
  },
  test_result: {
    redact: ['answer', 'failure'],
    owner: ['checks', 'passages'],
    none: ['id', 'run_id', 'question_id', 'verdict', 'change', 'before_id', 'provider', 'model'],
  },
  test_run: { none: ['id', 'state', 'started_by', 'reason', 'provider', 'model', 'knowledge', 'prompt'] },
  test_spending: { none: ['month'] },
  throttle: { none: ['key'] },
  thread_attachment: { redact: ['name'], none: ['id', 'mail_id', 'type', 'file'] },
  thread_draft: { redact: ['text'], none: ['id', 'lead_id', 'member_id'] },
  thread_mail: {
    row: ['from_email', 'recipients'],
    redact: ['from_name', 'subject', 'text', 'quoted'],
    redactJson: ['translation'],
    none: [
      'id',
      'direction',
      'lead_id',
      'message_id',
      'in_reply_to',
      'reference_ids',
      'member_id',
      'email_id',
    ],
  },
  text_translation: { owner: ['source', 'draft', 'published'], none: ['language', 'key'] },
  today_mark: { none: ['item', 'assignee_id'] },
  translation_import: { owner: ['name'], none: ['id', 'language', 'notes'] },
  translation_import_row: {
    owner: ['page', 'source', 'current', 'target'],
    none: ['import_id', 'group_id', 'unit', 'note'],
  },
  two_factor: { none: ['member_id', 'sealed'] },
  unanswered_question: { redact: ['text'], copy: ['terms'], none: ['id', 'conversation_id', 'assistant_id'] },
  vapid_key: { none: ['id', 'sealed'] },
  webhook: { owner: ['url'], none: ['id', 'events'] },
  webhook_delivery: {
    redact: ['error'],
    redactJson: ['payload'],
    none: ['id', 'webhook_id', 'kind', 'subject_id', 'state'],
  },
  webhook_secret: { none: ['id', 'webhook_id', 'sealed'] },
} as const satisfies { readonly [Table in TextTable]: Listing<Table> }

type Declared = typeof personalData
type ColumnsIn<Listed> = Extract<Listed[keyof Listed], readonly unknown[]>[number]

/** Names the missing columns in the compile error, such as `lead.budget`. */
type Missing = {
  [Table in TextTable]: `${Table}.${Exclude<TextColumn<Table>, ColumnsIn<Declared[Table]>> & string}`
}[TextTable]
const allAreListed: [Missing] extends [never] ? true : Missing = true
void allAreListed

export type RedactedTable = {
  [Table in TextTable]: Declared[Table] extends { redact: unknown } ? Table : never
}[TextTable]
