/** Stores files such as images in a folder, or in a bucket that all instances share. */
export type FileStore = {
  /** Once this resolves, the file survives a power cut. */
  put(name: string, bytes: Uint8Array): Promise<void>
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  delete(name: string): Promise<void>
  /** Lists the files to back up; null for a bucket, which is not part of our backups. */
  readonly names: (() => AsyncIterable<string>) | null
  /** Moves the folder's files into the bucket that the owner connected; does nothing without one. */
  moveIn?(signal: AbortSignal): Promise<void>
}

export type ListedStore = FileStore & { readonly names: () => AsyncIterable<string> }

const fit = /^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9][a-z0-9.-]*)*$/

export function isFileName(name: string): boolean {
  return fit.test(name)
}

/** @throws if the name could lead outside the store. */
export function checkedName(name: string): string {
  if (!isFileName(name)) throw new Error(`"${name}" is not the name of a stored file.`)
  return name
}
