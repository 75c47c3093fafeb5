export const MAX_VIDEO_BYTES = 200 * 1024 * 1024

/** A video is sent and stored in parts of this size, so that it is never in memory as a whole. */
export const VIDEO_PART = 4 * 1024 * 1024

export const videoTypes = { mp4: 'video/mp4', webm: 'video/webm' } as const
export const soundTypes = { mp3: 'audio/mpeg', m4a: 'audio/mp4', ogg: 'audio/ogg', wav: 'audio/wav' } as const
export const captionTypes = { vtt: 'text/vtt' } as const
export const mediaTypes = { ...videoTypes, ...soundTypes, ...captionTypes } as const
export type MediaFormat = keyof typeof mediaTypes

export function fileOf(format: MediaFormat): string {
  const name = format in soundTypes ? 'sound' : format in captionTypes ? 'captions' : 'video'
  return `${name}.${format}`
}
export const mediaAddress = (id: string, format: MediaFormat) => `/videos/${id}/${fileOf(format)}`

/** Matches uploaded videos and those of the starter. */
export const ownVideo = /^\/(?:videos\/[0-9a-f-]{36}\/video\.(?:mp4|webm)|samples\/[a-z-]{1,40}\.mp4)$/
export const ownCaptions = /^\/(?:videos\/[0-9a-f-]{36}\/captions|samples\/[a-z-]{1,40})\.vtt$/
/** The fragment holds what is known of the sound (`sound-address.ts`). */
export const ownSound =
  /^\/(?:videos\/[0-9a-f-]{36}\/sound\.(?:mp3|m4a|ogg|wav)|samples\/[a-z-]{1,40}\.mp3)(?:#[\w=&]{0,120})?$/

/** Returns the format that the bytes begin with; null if browsers do not play it. */
export function mediaFormatOf(bytes: Uint8Array): MediaFormat | null {
  const head = String.fromCharCode(...bytes.subarray(0, 12))
  if (/^(?:\u00EF\u00BB\u00BF)?WEBVTT(?:\s|$)/.test(head)) return 'vtt'
  if (head.slice(4, 8) === 'ftyp') return head.startsWith('M4A', 8) ? 'm4a' : 'mp4'
  if (head.startsWith('\u001A\u0045\u00DF\u00A3')) return 'webm'
  if (head.startsWith('OggS')) return 'ogg'
  if (head.startsWith('RIFF') && head.endsWith('WAVE')) return 'wav'
  return head.startsWith('ID3') || /^\u00FF[\u00FB\u00FA\u00F3\u00F2]/.test(head) ? 'mp3' : null
}

export const partName = (id: string, part: number) => `videos/${id}/${String(part).padStart(3, '0')}`
/** Written last; without it, the upload was interrupted. */
export const fileName = (id: string) => `videos/${id}/video.json`
