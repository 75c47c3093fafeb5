/** The value of `lead.form` for a lead that was made from a mail. */
export const FORM_OF_MAILS = 'mail'

export type UnfiledQuery = {
  folder: 'waiting' | 'dismissed'
  /** Counted from 1. */
  page: number
}

/** Reads the URL's parameters and ignores invalid values. */
export function readUnfiledQuery(params: URLSearchParams): UnfiledQuery {
  const page = Number(params.get('page') ?? 1)
  return {
    folder: params.get('folder') === 'dismissed' ? 'dismissed' : 'waiting',
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
  }
}

export function unfiledPath({ folder, page }: UnfiledQuery): string {
  const params = new URLSearchParams()
  if (folder === 'dismissed') params.set('folder', folder)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `/admin/unfiled?${params}` : '/admin/unfiled'
}
