/** A backup, restore or move that was refused; the message tells the operator why, and that nothing was changed. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

/** Nothing was backed up, for nobody has used the installation yet, or all of it is gone. */
export class NothingToBackUp extends BackupRefused {}
