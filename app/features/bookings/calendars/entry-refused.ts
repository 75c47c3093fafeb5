import { AppError } from '#app/platform/errors.ts'

export class EntryRefused extends AppError {
  override name = 'EntryRefused'
}
