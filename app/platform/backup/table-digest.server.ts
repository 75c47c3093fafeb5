import { createHash } from 'node:crypto'

import type { Db, Engine } from '#app/platform/db/engine.server.ts'
import { storedTablesOf } from '#app/platform/db/tables/read-snapshot.server.ts'

import { lineOfRow, type Manifest } from './backup-format.ts'

export type TableDigest = Manifest['tables'][number]

/** Counts a table's rows and takes the SHA-256 of their lines, each with its line end. */
export class TableHash {
  readonly #name: string
  readonly #hash = createHash('sha256')
  #rows = 0

  constructor(name: string) {
    this.#name = name
  }

  /** @param text whole lines, `count` of them. */
  add(text: string, count: number): void {
    this.#hash.update(text)
    this.#rows += count
  }

  digest(): TableDigest {
    return { name: this.#name, rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

/** What every table of a database comes to, in the order in which they are listed. */
export async function digestTables(engine: Pick<Engine, 'name'>, db: Db): Promise<TableDigest[]> {
  const stored = storedTablesOf(engine)
  const digests: TableDigest[] = []
  for (const table of await stored.list(db)) {
    const hash = new TableHash(table.name)
    for await (const rows of stored.rows(db, table))
      hash.add(rows.map((row) => `${lineOfRow(row)}\n`).join(''), rows.length)
    digests.push(hash.digest())
  }
  return digests
}
