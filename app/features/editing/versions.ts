import { AppError } from '#app/platform/errors.ts'

export type TypedFields = Readonly<Record<string, string>>

/** The texts of a rejected save: what is stored now, and what was sent. */
export type VersionConflict<Fields extends TypedFields> = {
  version: number
  current: Fields
  mine: Fields
}

/** Somebody saved since the editor was opened. Carries what is stored now, to compare it with what was typed. */
export class StaleVersion extends AppError {
  override name = 'StaleVersion'
  readonly version: number
  readonly current: TypedFields

  /** @param what such as `post` */
  constructor(what: string, version: number, current: TypedFields) {
    super('conflict', `This ${what} was saved elsewhere since you opened it. Nothing was overwritten.`)
    this.version = version
    this.current = current
  }
}

/** The version that a text is based on; 0 where nothing is stored yet. @throws {AppError} invalid for other texts. */
export function readVersion(field = '0'): number {
  if (!/^\d{1,9}$/.test(field))
    throw new AppError('invalid', 'The editor sent no valid version. Please reload the page and try again.')
  return Number(field)
}
