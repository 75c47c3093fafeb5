/** Files that visitors are shown, such as pictures: in a folder of this machine, or in a bucket that all instances share. */
export type FileStore = {
  /** Stores or replaces a file; once this resolves, the file survives a power cut. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null where there is none of that name. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Resolves too where there is none of that name. */
  delete(name: string): Promise<void>
  /** Every file's name, for a backup; null where the store is a service that keeps copies of its own. */
  readonly names: (() => AsyncIterable<string>) | null
}

const fit = /^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9][a-z0-9.-]*)*$/

export function isFileName(name: string): boolean {
  return fit.test(name)
}

/** Names are ours, never a visitor's. @throws for one that could lead elsewhere. */
export function checkedName(name: string): string {
  if (!isFileName(name)) throw new Error(`"${name}" is no name of a stored file.`)
  return name
}
