import os from 'node:os'

/** Lowers this process's priority, so that visitors come first. A hardened service may forbid that; it then works on as before. */
export function giveWay(niceness: number): void {
  try {
    os.setPriority(niceness)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error
  }
}
