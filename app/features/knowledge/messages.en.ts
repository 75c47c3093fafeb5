export const knowledgeEn = {
  toasts: {
    uploaded: 'File "{name}" uploaded successfully',
    textSaved: 'Knowledge base text content saved',
    urlScraped: 'URL content scraped successfully',
    deleted: 'Knowledge base item deleted',
  },
  errors: {
    titleMissing: 'Please enter a title.',
    titleTooLong: 'Please use at most {max} characters.',
    textMissing: 'Please enter a text.',
    textTooLong: 'Please use at most {max} characters.',
    unreadable: 'This text holds characters that cannot be stored. Please write it again.',
    urlInvalid: 'Please enter an address that begins with https:// or http://.',
    fileTooLarge: '"{name}" is larger than 10 MB. Please choose a smaller file.',
    notPdf: '"{name}" is not a PDF. Please choose a PDF file.',
    uploadFailed: '"{name}" could not be uploaded. Please check your connection and try again.',
    fileMissing: 'Please choose a PDF file.',
    notFound: 'There is no such item. It may have been deleted.',
    siteItem: 'This item comes from the site itself. It can be switched off, and changes with its page.',
  },
  /** Why an item failed, by the reason of `ReadingRefused`. */
  failures: {
    encrypted: 'This PDF is protected by a password. Please upload a copy without one.',
    damaged: 'This file is damaged: it could not be read as a PDF.',
    'no-text': 'No text was found: it seems to hold images alone. Please upload a version with text.',
    'too-many-pages': 'This PDF has {pages} pages; at most {max} are read. Please split it.',
    'too-long': 'This holds more text than can be read as one item. Please split it.',
    'too-slow': 'Reading took too long and was stopped. Please try a simpler version.',
    'too-much-memory': 'Reading needed too much memory and was stopped. Please try a simpler version.',
    'page-empty': 'No text was found on this page.',
    address: 'This address could not be reached. Please check it, and whether the page is public.',
    status: 'The page answered with an error ({status}).',
    redirects: 'This address leads on too often.',
    'page-too-large': 'This page is larger than 5 MB.',
    'page-too-slow': 'The page took longer than 10 seconds.',
    type: 'This address holds no page of text. A PDF can be uploaded as a file.',
    interrupted: 'Reading was interrupted several times. Please read it again.',
    fault: 'Reading failed because of a fault of this software. Please try again.',
  },
}

export type KnowledgeMessages = typeof knowledgeEn
