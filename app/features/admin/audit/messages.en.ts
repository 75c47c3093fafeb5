import type { ChangeActor, ChangeKind } from '#app/platform/db/schema/audit.ts'

export type AuditMessages = {
  title: string
  /** What an entry says was done, without who and to what. */
  changes: Record<ChangeKind, string>
  /** By the first part of the kinds' names. */
  subjects: Record<string, string>
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
    'owner.signed_out': 'Signed out',
    'owner.reset': 'Reset the owner’s password and ended all sessions',
    'post.created': 'Created a post',
    'post.updated': 'Edited a post',
    'post.published': 'Published a post',
    'post.unpublished': 'Unpublished a post',
    'post.scheduled': 'Scheduled a post',
    'post.revision_restored': 'Brought back an earlier text of a post',
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
    'settings.site': 'Saved the site settings',
    'settings.chatbot': 'Saved the chatbot settings',
    'settings.ai': 'Saved the API configuration',
    'settings.ai_key_removed': 'Removed an API key',
    'settings.limits': 'Saved the assistant’s limits',
    'settings.meaning_on': 'Switched finding by meaning on',
    'settings.meaning_off': 'Switched finding by meaning off',
    'settings.analytics': 'Saved the analytics settings',
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
    settings: 'Settings',
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
