/** `path` begins with a slash. `about` is the record by which erasing it finds the mail (queueEmail). */
export type Described = { title: string; text: string; path: string; about: string; replyTo?: string }

export type Subject = { subject: string; memberId: string }
