/** What the editor holds, as typed; drafts and revisions keep it like this. */
export type PostForm = {
  title: string
  slug: string
  content: string
  excerpt: string
  imageUrl: string
  imageAlt: string
  /** Separated by commas. */
  tags: string
}

export const emptyPostForm: PostForm = {
  title: '',
  slug: '',
  content: '',
  excerpt: '',
  imageUrl: '',
  imageAlt: '',
  tags: '',
}

const names = Object.keys(emptyPostForm) as (keyof PostForm)[]

/** The editor's fields out of any others; what is missing is empty. */
export function pickPostForm(fields: Readonly<Record<string, unknown>>): PostForm {
  const form = { ...emptyPostForm }
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string') form[name] = value.replaceAll('\r\n', '\n')
  }
  return form
}
