/** Each kind has a sentence in app/features/admin/audit/messages.en.ts. */
export type ChangeKind =
  | 'owner.created'
  | 'owner.signed_in'
  | 'owner.sign_in_failed'
  | 'owner.code_failed'
  | 'owner.proof_failed'
  | 'owner.set_up_failed'
  | 'owner.reset_failed'
  | 'owner.sign_in_throttled'
  | 'owner.reset_asked'
  | 'owner.signed_out'
  | 'owner.reset'
  | 'owner.password_changed'
  | 'owner.password_reset'
  | 'owner.two_factor_on'
  | 'owner.two_factor_off'
  | 'owner.recovery_codes_renewed'
  | 'owner.recovery_code_used'
  | 'owner.sessions_ended'
  | 'post.created'
  | 'post.updated'
  | 'post.published'
  | 'post.unpublished'
  | 'post.scheduled'
  | 'post.revision_restored'
  | 'post.import_started'
  | 'post.imported'
  | 'post.exported'
  | 'post.deleted'
  | 'page.created'
  | 'page.published'
  | 'page.unpublished'
  | 'page.scheduled'
  | 'page.moved'
  | 'page.deleted'
  | 'page.revision_restored'
  | 'page.restored'
  | 'page.reordered'
  | 'page.schedule_cancelled'
  | 'page.preview_made'
  | 'page.preview_revoked'
  | 'content.exported'
  | 'content.imported'
  | 'content.site_read'
  | 'image.added'
  | 'video.added'
  | 'lead.status_changed'
  | 'lead.noted'
  | 'lead.moved_to_spam'
  | 'lead.moved_to_inbox'
  | 'lead.exported'
  | 'lead.deleted'
  | 'lead.project_ended'
  | 'conversation.taken_over'
  | 'conversation.handed_back'
  | 'conversation.answered'
  | 'conversation.attended'
  | 'conversation.marked'
  | 'conversation.unmarked'
  | 'conversation.exported'
  | 'conversation.deleted'
  | 'knowledge.added'
  | 'knowledge.renamed'
  | 'knowledge.switched_on'
  | 'knowledge.switched_off'
  | 'knowledge.file_made_public'
  | 'knowledge.file_made_private'
  | 'knowledge.reread'
  | 'knowledge.rereading_planned'
  | 'knowledge.deleted'
  | 'knowledge.question_dropped'
  | 'quality.question_added'
  | 'quality.question_changed'
  | 'quality.question_deleted'
  | 'quality.questions_generated'
  | 'quality.run_started'
  | 'quality.run_stopped'
  | 'mail.resent'
  | 'mail.corrected'
  | 'mail.dismissed'
  | 'privacy.exported'
  | 'privacy.erased'
  | 'settings.site'
  | 'settings.brand'
  | 'settings.facts'
  | 'settings.menus'
  | 'settings.wording'
  | 'settings.checklist'
  | 'settings.chatbot'
  | 'settings.openings'
  | 'settings.ai'
  | 'settings.ai_key_removed'
  | 'settings.limits'
  | 'settings.quality'
  | 'settings.meaning_on'
  | 'settings.meaning_off'
  | 'settings.analytics'
  | 'settings.backup'
  | 'backup.requested'
  | 'backup.downloaded'
  | 'backup.restore_requested'
  | 'backup.restored'
  | 'database.moved'
  | 'secret.rotated'
  | 'settings.session'
  | 'settings.share_link_made'
  | 'settings.share_link_revoked'
  | 'demo.seeded'

export type ChangeSubject = ChangeKind extends infer Kind
  ? Kind extends `${infer Subject}.${string}`
    ? Subject
    : never
  : never

export type ChangeActor = 'owner' | 'command' | 'system' | 'stranger'

/** One row per change in the admin. It contains no message, secret or network address. */
export type AuditEntryTable = {
  id: string
  at: number
  kind: ChangeKind
  actor: ChangeActor
  actor_email: string | null
  device: string | null
  subject_id: string | null
  /** Null for leads, conversations and mails, because people may ask to be erased. */
  subject_title: string | null
  subject_path: string | null
  fields: string | null
  times: number
  search: string
}
