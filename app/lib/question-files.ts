/** The groups of files that a question may accept, with their names in the admin. */
export const fileGroups = {
  pdf: 'PDF',
  pictures: 'Pictures',
  office: 'Office documents',
  text: 'Text and CSV',
} as const

export type FileGroup = keyof typeof fileGroups

export const fileGroupNames = Object.keys(fileGroups) as FileGroup[]

/** In megabytes. */
export const LARGEST_FILE = 10
export const MEGABYTE = 1024 * 1024

/** In bytes: what strangers may store in a day, and in all. */
export const fileRoom = { aDay: 500 * MEGABYTE, inAll: 5 * 1024 * MEGABYTE }

/** What a question of the kind `file` accepts. */
export type FileRules = { accepts: readonly FileGroup[]; megabytes: number }

export const usualFileRules: FileRules = { accepts: fileGroupNames, megabytes: LARGEST_FILE }

/** Each kind of file, with the endings that its name may have; a file with another gets the first one. */
export const fileKinds = {
  pdf: { group: 'pdf', endings: ['pdf'] },
  jpeg: { group: 'pictures', endings: ['jpg', 'jpeg'] },
  png: { group: 'pictures', endings: ['png'] },
  webp: { group: 'pictures', endings: ['webp'] },
  gif: { group: 'pictures', endings: ['gif'] },
  heic: { group: 'pictures', endings: ['heic', 'heif'] },
  docx: { group: 'office', endings: ['docx'] },
  xlsx: { group: 'office', endings: ['xlsx'] },
  pptx: { group: 'office', endings: ['pptx'] },
  odt: { group: 'office', endings: ['odt'] },
  ods: { group: 'office', endings: ['ods'] },
  odp: { group: 'office', endings: ['odp'] },
  text: { group: 'text', endings: ['txt', 'csv', 'tsv', 'md'] },
} as const satisfies Record<string, { group: FileGroup; endings: readonly [string, ...string[]] }>

export type FileKind = keyof typeof fileKinds

const kindsOf = ({ accepts }: FileRules) =>
  Object.values(fileKinds).filter(({ group }) => accepts.includes(group))

/** Returns the accepted kinds as `PDF, JPG, PNG`. These names need no translation. */
export function acceptedKinds(rules: FileRules): string {
  return kindsOf(rules)
    .flatMap(({ group, endings }) => (group === 'text' ? ['TXT', 'CSV'] : endings[0].toUpperCase()))
    .join(', ')
}

/** Returns the value of the attribute `accept`, which only sorts the browser's dialog. */
export function acceptAttribute(rules: FileRules): string {
  return kindsOf(rules)
    .flatMap(({ endings }) => endings.map((ending) => `.${ending}`))
    .join(',')
}

/** Returns a size for members, such as `12 KB` or `3.4 MB`. @param bytes of the file */
export function fileSize(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / 1024)} KB`
  return bytes < 1024 * MEGABYTE
    ? `${(bytes / MEGABYTE).toFixed(1)} MB`
    : `${(bytes / 1024 / MEGABYTE).toFixed(1)} GB`
}
