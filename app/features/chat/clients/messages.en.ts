/** What a client reads on the page of an assistant and in the weekly mail. */
export const clientsEn = {
  page: {
    gone: 'This link no longer works. Please ask the person who sent it for a new one.',
    noConversation: 'There is no such conversation.',
    lastDays: 'The last {days} days',
    conversationsInDays: 'Conversations in {days} days',
    conversations: 'Conversations',
    replies: 'Replies',
    helpful: 'Rated helpful',
    ofRated: '{helpful} of {rated}',
    inquiries: 'Inquiries',
    none: 'None yet.',
    noMessage: 'No message',
    messages: { one: '{count} message', other: '{count} messages' },
    newer: 'Newer',
    older: 'Older',
    questions: 'Unanswered questions',
    conversation: 'Conversation',
    all: 'All conversations',
    visitor: 'Visitor',
    assistant: 'Assistant',
    owner: 'Team',
    hiddenEmail: '[e-mail]',
    hiddenNumber: '[number]',
  },
  mail: {
    subject: {
      one: '{name}: {count} conversation last week',
      other: '{name}: {count} conversations last week',
    },
    heading: '{name}: last week',
    week: '{week} (in brackets: the week before)',
    open: 'Read the conversations',
    why: 'You get this mail every week because {siteName} has entered your address.',
  },
  stop: {
    title: 'No more of these mails?',
    text: 'Then the weekly mail about {name} will no longer be sent to you.',
    confirm: 'No more of these mails',
    done: 'You will get no more of these mails.',
    invalid: 'This link is incomplete. Please open it again from the mail.',
  },
}

export type ClientsMessages = typeof clientsEn
