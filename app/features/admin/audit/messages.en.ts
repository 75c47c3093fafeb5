import type { ChangeActor, ChangeKind, ChangeSubject } from '#app/platform/db/schema/audit.ts'

export type AuditMessages = {
  title: string
  /** What an entry says was done, without who and to what. */
  changes: Record<ChangeKind, string>
  subjects: Record<ChangeSubject, string>
  actors: Record<ChangeActor, string>
  anyChange: string
  /** Of a group of kinds. */
  all: string
  fields: string
  noFields: string
  times: string
  kept: string
  empty: { title: string; text: string }
  nothingFound: { title: string; text: string }
}

export const auditEn: AuditMessages = {
  title: 'Audit log',
  changes: {
    'owner.created': 'Created the owner account',
    'owner.signed_in': 'Signed in',
    'owner.sign_in_failed': 'Failed to sign in',
    'owner.code_failed': 'Knew the password, but gave a wrong second code',
    'owner.proof_failed': 'Gave a wrong password or code for a change of the account',
    'owner.set_up_failed': 'Gave a wrong set-up code',
    'owner.reset_failed': 'Used a link for a new password that is unknown, used or too old',
    'owner.sign_in_throttled': 'Was kept from signing in after too many tries',
    'owner.reset_asked': 'Asked for a link to set a new password',
    'owner.signed_out': 'Signed out',
    'owner.password_changed': 'Changed the password',
    'owner.password_reset': 'Reset the password by a mailed or printed link',
    'owner.two_factor_on': 'Turned two-factor sign-in on',
    'owner.two_factor_off': 'Turned two-factor sign-in off',
    'owner.recovery_codes_renewed': 'Made new recovery codes',
    'owner.recovery_code_used': 'Used a recovery code',
    'owner.sessions_ended': 'Ended other sessions',
    'owner.reset': 'Reset the owner’s password and ended all sessions',
    'post.created': 'Created a post',
    'post.updated': 'Edited a post',
    'post.published': 'Published a post',
    'post.unpublished': 'Unpublished a post',
    'post.scheduled': 'Scheduled a post',
    'post.revision_restored': 'Brought back an earlier text of a post',
    'post.import_started': 'Began an import of posts',
    'post.imported': 'Imported a post',
    'post.exported': 'Exported all posts',
    'post.deleted': 'Deleted a post',
    'image.added': 'Uploaded a picture',
    'lead.status_changed': 'Changed the status of a lead',
    'lead.noted': 'Added a note to a lead',
    'lead.moved_to_spam': 'Moved a lead to the Spam folder',
    'lead.moved_to_inbox': 'Moved a lead to the inbox',
    'lead.exported': 'Exported leads',
    'lead.deleted': 'Deleted a lead',
    'lead.project_ended': 'Set the end of a project',
    'conversation.taken_over': 'Took over a conversation',
    'conversation.handed_back': 'Handed a conversation back to the assistant',
    'conversation.answered': 'Wrote to a visitor',
    'conversation.marked': 'Marked a conversation',
    'conversation.unmarked': 'Took the mark off a conversation',
    'conversation.exported': 'Exported conversations',
    'conversation.deleted': 'Deleted a conversation',
    'knowledge.added': 'Added a knowledge item',
    'knowledge.renamed': 'Renamed a knowledge item',
    'knowledge.switched_on': 'Switched a knowledge item on',
    'knowledge.switched_off': 'Switched a knowledge item off',
    'knowledge.reread': 'Had a knowledge item read again',
    'knowledge.rereading_planned': 'Changed how often a page is read again',
    'knowledge.deleted': 'Deleted a knowledge item',
    'knowledge.question_dropped': 'Took a question off the unanswered ones',
    'mail.resent': 'Sent a mail again',
    'privacy.exported': 'Exported what is held about a person',
    'privacy.erased': 'Erased what was held about a person',
    'settings.site': 'Saved the site settings',
    'settings.chatbot': 'Saved the chatbot settings',
    'settings.ai': 'Saved the API configuration',
    'settings.ai_key_removed': 'Removed an API key',
    'settings.limits': 'Saved the assistant’s limits',
    'settings.meaning_on': 'Switched finding by meaning on',
    'settings.meaning_off': 'Switched finding by meaning off',
    'settings.analytics': 'Saved the analytics settings',
    'settings.backup': 'Saved the backup settings',
    'backup.requested': 'Started a backup',
    'backup.restored': 'Restored a backup',
    'database.moved': 'Moved everything to PostgreSQL',
    'secret.rotated': 'Sealed the stored keys under another secret',
    'settings.session': 'Saved how long sessions last',
    'settings.share_link_made': 'Made a link that shares the figures',
    'settings.share_link_revoked': 'Revoked the link that shares the figures',
    'demo.seeded': 'Added demonstration data',
  },
  subjects: {
    owner: 'Account',
    post: 'Posts',
    image: 'Pictures',
    lead: 'Leads',
    conversation: 'Conversations',
    knowledge: 'Knowledge',
    mail: 'Mails',
    privacy: 'Privacy',
    settings: 'Settings',
    backup: 'Backups',
    database: 'Database',
    secret: 'Secret',
    demo: 'Demonstration data',
  },
  actors: {
    owner: 'Owner',
    command: 'Command line',
    system: 'The system',
    stranger: 'Somebody not signed in',
  },
  anyChange: 'Any change',
  all: '{subject}: all',
  fields: 'Changed: {fields}',
  noFields: 'Nothing in it was different.',
  times: '{times} times within a quarter of an hour',
  kept: 'Kept for {months} months. Nobody can change or delete what stands here.',
  empty: { title: 'Nothing yet', text: 'Every sign-in and every change made in the admin appears here.' },
  nothingFound: { title: 'Nothing found', text: 'No entry matches these filters.' },
}
