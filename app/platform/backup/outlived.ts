type Backup = { installation: string | null; records: number | null; bytes: number }

/**
 * Which backups of one installation may be deleted: those with `keep` newer ones that stay and hold at least half of what
 * they hold. So those of an emptied database never take the place of full ones, however many there come to be.
 * @param backups the newest first
 */
export function outlived<Listed extends Backup>(backups: readonly Listed[], keep: number): Listed[] {
  const staying: Listed[] = []
  return backups.filter((backup) => {
    const isOutlived = staying.filter((newer) => holdsHalfOf(newer, backup)).length >= keep
    if (!isOutlived) staying.push(backup)
    return isOutlived
  })
}

/** Where one was made before records were counted, its size stands for them. */
function holdsHalfOf(newer: Backup, older: Backup): boolean {
  return newer.records === null || older.records === null
    ? newer.bytes * 2 >= older.bytes
    : newer.records * 2 >= older.records
}
