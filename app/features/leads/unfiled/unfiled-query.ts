import { defineListQuery, oneOrFirst } from '#app/lib/list-query.ts'

/** The value of `lead.form` for a lead that was made from a mail. */
export const FORM_OF_MAILS = 'mail'

export const { read: readUnfiledQuery, pathOf: unfiledPath } = defineListQuery('/admin/unfiled', {
  folder: oneOrFirst(['waiting', 'dismissed']),
})

export type UnfiledQuery = ReturnType<typeof readUnfiledQuery>
