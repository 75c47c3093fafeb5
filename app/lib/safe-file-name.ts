const LONGEST = 150

/** Returns the last part of a path, without characters that a header, a reader or a file system could misread. */
export function safeFileName(name: string): string {
  const last = name.slice(-2000).toWellFormed().split(/[\\/]/).at(-1)
  const safe = last?.replaceAll(/[\p{C}"<>|:*?]/gu, '_').replace(/^\.+/, '_')
  return (safe && Array.from(safe.trim()).slice(-LONGEST).join('')) || 'attachment'
}
