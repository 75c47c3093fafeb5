export const MAX_VIDEO_BYTES = 200 * 1024 * 1024

/** A video is sent and stored in parts of this size, so that none is ever held whole. */
export const VIDEO_PART = 4 * 1024 * 1024

export const videoTypes = { mp4: 'video/mp4', webm: 'video/webm' } as const
export type VideoFormat = keyof typeof videoTypes

export const videoAddress = (id: string, format: VideoFormat) => `/videos/${id}/video.${format}`

export const ownVideo = /^\/videos\/[0-9a-f-]{36}\/video\.(?:mp4|webm)$/

/** What the bytes begin as; null for what browsers do not play. */
export function videoFormatOf(bytes: Uint8Array): VideoFormat | null {
  const head = String.fromCharCode(...bytes.subarray(0, 12))
  if (head.slice(4, 8) === 'ftyp') return 'mp4'
  return head.startsWith('\u001A\u0045\u00DF\u00A3') ? 'webm' : null
}

export const partName = (id: string, part: number) => `videos/${id}/${String(part).padStart(3, '0')}`
/** Written last: a video without it was cut off. */
export const fileName = (id: string) => `videos/${id}/video.json`
