/** `path` begins with a slash. Erasure finds the mail by the record in `about` (see queueEmail). */
export type Described = { title: string; text: string; path: string; about: string; replyTo?: string }

export type Subject = { subject: string; memberId: string }
