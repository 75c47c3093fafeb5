import type { Plural } from '#app/lib/messages.ts'

const left: Plural = { one: '{count} character left', other: '{count} characters left' }

export const widgetEn = {
  open: 'Open chat',
  close: 'Close chat',
  book: 'Book a meeting',
  startNew: 'New conversation',
  message: 'Message',
  placeholder: 'Ask about our services',
  send: 'Send message',
  stop: 'Stop',
  retry: 'Retry',
  rate: 'Rate this reply',
  helpful: 'Helpful',
  unhelpful: 'Not helpful',
  comment: 'Comment',
  commentPlaceholder: 'What should be better? (optional)',
  sendComment: 'Send comment',
  addComment: 'Add a comment',
  changeComment: 'Change your comment',
  sources: 'Sources',
  source: 'Source {number}: {name}',
  page: '{title}, page {page}',
  suggestions: 'Suggested questions',
  log: 'Conversation',
  typing: 'Assistant is typing',
  latest: 'Jump to latest',
  loading: 'Loading the conversation',
  defaultName: '{siteName} Assistant',
  cut: 'This reply was cut off.',
  stopped: 'You stopped this reply.',
  you: 'You',
  person: 'Team',
  personSpeaks: 'Our team has joined. A person answers you from here on.',
  assistantSpeaks: 'The assistant answers you again.',
  personAnswers: 'A person of our team answers',
  placeholderPerson: 'Write to our team',
  talkToPerson: 'Talk to a person',
  wantPerson: 'I would like to talk to a person.',
  handoverPresent: 'Your request is with our team, and somebody is online now. Please keep this chat open.',
  handoverOpen:
    'Your request is with our team. We usually reply within {replyWithin}. The answer appears here.',
  handoverClosed:
    'Your request is with our team. We are closed now and open again {opens}. Leave us your e-mail, and we will answer you there.',
  handoverAway:
    'Your request is with our team, but nobody is there now. Leave us your e-mail, and we will answer you there.',
  left,
  leaveMessage: 'Leave us a message',
  contact: 'Open the contact form',
  offline: 'Your message was not sent. Please check your connection and try again.',
  offlineToast: 'You are offline',
  brokenOff: 'The connection was lost. Please check it and try again.',
  toastTitle: 'Error',
  dismiss: 'Dismiss',
}

export type WidgetTexts = typeof widgetEn
