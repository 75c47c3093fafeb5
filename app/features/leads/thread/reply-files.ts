/** For all attachments of a reply together, in bytes. Encoded as base64, most mail servers still accept it. */
export const MAX_REPLY_BYTES = 10 * 1024 * 1024
export const MAX_REPLY_FILES = 20

const program = /\.(bat|cmd|com|cpl|exe|hta|jar|js|jse|lnk|msi|ps1|scr|vbe|vbs|wsf)$/i

/** Returns a sentence about what is wrong with the files, or null. */
export function faultOfFiles(files: readonly { name: string; size: number }[]): string | null {
  const empty = files.find(({ size }) => size === 0)
  if (empty) return `“${empty.name}” is empty. Please choose it again.`
  const blocked = files.find(({ name }) => program.test(name))
  if (blocked)
    return `“${blocked.name}” is a program, which mail servers refuse. Please pack it into an archive.`
  if (files.length > MAX_REPLY_FILES) return `Please attach at most ${MAX_REPLY_FILES} files.`
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (size <= MAX_REPLY_BYTES) return null
  const [largest] = files.toSorted((one, other) => other.size - one.size)
  const named =
    files.length === 1 ? `“${largest?.name}” has` : `The attachments, “${largest?.name}” the largest, have`
  return `${named} ${(size / 1024 / 1024).toFixed(1)} MB; a reply can carry 10 MB.`
}
