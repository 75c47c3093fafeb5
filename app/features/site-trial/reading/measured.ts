export type FileKind = 'document' | 'script' | 'style' | 'picture' | 'other'

export type NamedFile = { url: string; kind: FileKind }

/** A file with the size of its body as transferred; null if it was not measured. */
export type WeighedFile = NamedFile & { bytes: number | null }

export type Measured = { url: string; at: number; files: readonly WeighedFile[] }

export type Figures = {
  theirs: Measured
  /** Null if our own home page could not be measured. */
  ours: Measured | null
  readingTime: number
}

export type Sums = { requests: number; bytes: number; unweighed: number }

/** Adds up all files of a measurement, or those of one kind. */
export function sumsOf({ files }: Measured, kind: FileKind | null = null): Sums {
  const counted = files.filter((file) => kind === null || file.kind === kind)
  const weights = counted.flatMap(({ bytes }) => (bytes === null ? [] : [bytes]))
  return {
    requests: counted.length,
    bytes: weights.reduce((sum, bytes) => sum + bytes, 0),
    unweighed: counted.length - weights.length,
  }
}
