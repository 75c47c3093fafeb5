import { IMPORT_PART } from '../features/blog/transfer/read-import.ts'
import { MAX_ASSISTANT_BYTES } from '../features/chat/assistants/assistant-choices.ts'
import { MAX_TRANSLATION_BYTES } from '../features/content/translators/translation-file.ts'
import { MAX_ARCHIVE_BYTES } from '../features/content/transfer/archive-files.ts'
import { MAX_IMAGE_BYTES } from '../features/images/image-kind.ts'
import { VIDEO_PART } from '../features/images/videos/video-kind.ts'
import { MAX_REPLY_BYTES } from '../features/leads/thread/reply-files.ts'
import { MAX_FILE_BYTES } from '../features/people/import/read-people.ts'
import { MAX_CUT_BYTES } from '../platform/http/request-body.server.ts'
import { LARGE_BODY_BYTES } from '../platform/admission/admission.server.ts'

const FIELDS_BYTES = 1024 * 1024

const largest: Readonly<Record<string, number>> = {
  '/admin/assistants': MAX_ASSISTANT_BYTES + FIELDS_BYTES,
  '/admin/blog/imports/parts': IMPORT_PART + FIELDS_BYTES,
  '/admin/blog/transfer': LARGE_BODY_BYTES,
  // The form has a logo and a share image.
  '/admin/brand': 2 * MAX_IMAGE_BYTES + FIELDS_BYTES,
  '/admin/images': LARGE_BODY_BYTES,
  '/admin/knowledge/pdfs': LARGE_BODY_BYTES,
  '/admin/languages/import': MAX_TRANSLATION_BYTES + FIELDS_BYTES,
  '/admin/people/import': MAX_FILE_BYTES + FIELDS_BYTES,
  '/admin/replies': MAX_REPLY_BYTES + FIELDS_BYTES,
  '/admin/transfer': MAX_ARCHIVE_BYTES + FIELDS_BYTES,
  '/admin/videos': VIDEO_PART + FIELDS_BYTES,
}

/** Paths of uploads, which may take minutes, with their size limits; for plain forms and for the router's requests. */
export const uploadPaths: ReadonlyMap<string, number> = new Map(
  Object.entries(largest).flatMap(([path, bytes]) => [
    [path, bytes],
    [`${path}.data`, bytes],
  ]),
)

/** The forms in which visitors send a file, in any language; also for the router's requests. */
const visitorForm =
  /^(?:\/[a-zA-Z-]{2,12})?\/(?:contact(?:\.data)?|api\/inquiries|api\/chat\/[\w-]+\/inquiry)(?:\?|$)/

/**
 * The largest body of a visitor's form, and how much of it is in memory at once.
 * @returns null for all other addresses
 */
export function visitorUpload(address: string): { most: number; held: number } | null {
  return visitorForm.test(address) ? { most: MAX_CUT_BYTES, held: LARGE_BODY_BYTES } : null
}
