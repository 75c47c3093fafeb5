import { statfs } from 'node:fs/promises'

import { version } from './built-at.ts'
import type { Ctx } from './context.server.ts'
import type { Gauge } from './gauges.server.ts'

/** Does not query the database. */
export async function readInstanceGauges(ctx: Pick<Ctx, 'backup' | 'engine'>): Promise<Gauge[]> {
  const connections = ctx.engine.connections()
  return [
    {
      type: 'gauge',
      name: 'foyer_build_info',
      help: 'Always 1; the labels give the version, its Node and its database.',
      samples: [{ labels: { version, node: process.version, engine: ctx.engine.name }, value: 1 }],
    },
    {
      type: 'gauge',
      name: 'database_connections',
      help: 'Connections to PostgreSQL that are in use and idle, and statements that wait for one; none on SQLite.',
      samples: Object.entries(connections ?? {}).map(([state, value]) => ({ labels: { state }, value })),
    },
    ...(await readDiskGauges({ data: ctx.backup.dataDir, backups: ctx.backup.folder })),
  ]
}

/** Omits a folder that does not exist yet, or whose disk is not mounted. */
async function readDiskGauges(folders: Readonly<Record<string, string>>): Promise<Gauge[]> {
  const disks = await Promise.all(
    Object.entries(folders).map(async ([folder, path]) => {
      const disk = await statfs(path).catch(() => null)
      return disk ? [{ labels: { folder }, disk }] : []
    }),
  )
  const gauge = (name: string, help: string, blocks: 'bavail' | 'blocks'): Gauge => ({
    type: 'gauge',
    name,
    help,
    samples: disks.flat().map(({ labels, disk }) => ({ labels, value: disk[blocks] * disk.bsize })),
  })
  return [
    gauge('disk_free_bytes', 'What the process may still write on the disk of each folder.', 'bavail'),
    gauge('disk_size_bytes', 'The size of the disk of each folder.', 'blocks'),
  ]
}
