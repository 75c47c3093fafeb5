import { AppError } from '#app/platform/errors.ts'

export type TypedFields = Readonly<Record<string, string>>

/** The fields of a rejected save: those stored now, and those that were sent. */
export type VersionConflict<Fields extends TypedFields> = {
  version: number
  current: Fields
  mine: Fields
}

/** Thrown if somebody saved since the editor was opened. `current` is what is stored now. */
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

/** Parses the version that a text is based on; 0 if nothing is stored. @throws {AppError} invalid for other input. */
export function readVersion(field = '0'): number {
  if (!/^\d{1,9}$/.test(field))
    throw new AppError('invalid', 'The editor sent no valid version. Please reload the page and try again.')
  return Number(field)
}
