import type { Ctx } from '#app/platform/context.server.ts'
import { installationId } from '#app/platform/installation.server.ts'

import { backupMark } from './backup-format.ts'
import { type ListedBackup, listBackups } from './list-backups.server.ts'

type FolderCtx = Pick<Ctx, 'backup' | 'signer'>

/** Backups that we can open: of this installation, or of one whose place it took with its secret. The newest first. */
export async function listUnderOurSecret({ backup: { folder }, signer }: FolderCtx): Promise<ListedBackup[]> {
  const mark = backupMark(signer)
  return (await listBackups(folder)).filter((backup) => backup.mark === mark)
}

/** Of this installation alone, and of versions that did not say whose they are. The newest first. */
export async function listOwnBackups(ctx: FolderCtx & Pick<Ctx, 'db'>): Promise<ListedBackup[]> {
  const installation = await installationId.read(ctx)
  return (await listUnderOurSecret(ctx)).filter(
    (backup) => backup.installation === null || backup.installation === installation,
  )
}
