export const chatEn = {
  /** Names the log of an assistant in a page, beside that of the panel. */
  sampleLog: 'Sample conversation',
  demo: "I'm currently running in demo mode because no API key is configured. Please set up an API key in the admin panel to enable full AI functionality.",
  failed:
    "I'm sorry, I couldn't connect to the AI service. Please check your API configuration or try again later.",
  /** For assistants in pages, whose visitors cannot change the configuration. */
  notAnswered: 'I could not answer that just now. Please ask again.',
  failedToast: 'Failed to get response from AI service. Please check your API configuration.',
  formOffered:
    'Please leave us your name and e-mail in the form, and a person will answer you within {replyWithin}.',
  withheld: "I'm sorry, I can't answer that one. Is there something about our services I can help you with?",
  /** Labels of links to these pages; other links use the page's title. */
  suggested: {
    services: 'All services',
    about: 'About us',
    blog: 'Blog',
    contact: 'Contact',
  },
  errors: {
    blank: 'Please write a message.',
    tooLong: 'Please use at most {max} characters.',
    unreadable: 'This text contains characters that cannot be stored. Please write it again.',
    unknownFields: 'A request has a conversation and a message and no other fields.',
    notFound: 'There is no such conversation. Please begin a new one.',
    underWay: 'The last question is still being answered.',
    nothingToRetry: 'There is no message to answer again.',
    tooManyTurns:
      'This conversation has reached its maximum length. Please leave us your question in the contact form, and we will answer in person.',
    tooManyStreams: 'Please wait until the last question is answered.',
    tooManyHandovers:
      'Many visitors have asked for our team in the last hour. Please leave us your question in the contact form.',
    notRated: 'This reply cannot be rated.',
    unreadableRating: 'A rating has a reply, helpful or unhelpful, and a comment.',
    tooManyFollowers: 'This conversation is open in too many places.',
    tooManyTries: 'Too many tries. Please wait {wait} and try again.',
  },
}

export type ChatMessages = typeof chatEn
