import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Copies the files that git tracks, and untracked ones that it does not ignore, and links the packages. */
export function copyRepository(folder: string): void {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const path of list.toString().split('\0'))
    if (path !== '' && existsSync(path)) cpSync(path, join(folder, path), { errorOnExist: false })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
}
