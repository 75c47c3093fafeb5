import { AppError } from '#app/platform/errors.ts'

/** The calendar refused one entry; it may take others. */
export class EntryRefused extends AppError {
  override name = 'EntryRefused'
}
