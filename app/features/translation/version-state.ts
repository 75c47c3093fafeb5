/** missing: there is none. copy: nothing is translated yet. */
export type VersionState = {
  language: string
  /** Id of its page; null if it is missing. */
  id: string | null
  state: 'missing' | 'copy' | 'draft' | 'published' | 'changed'
  /** Texts of the source that have changed since, or that have no translation. */
  old: number
}

export type TranslatedPage = {
  id: string
  name: string
  words: number
  characters: number
  versions: VersionState[]
}
