export const MAX_IMAGE_BYTES = 10 * 1024 * 1024

export const imageTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** Returns whether the bytes begin like a supported picture. SVG is not one, because it can contain scripts. */
export function isImage(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  return (
    head.startsWith('\u00FF\u00D8\u00FF') ||
    head.startsWith('\u0089PNG\r\n\u001A\n') ||
    /^GIF8[79]a/.test(head) ||
    /^RIFF[^]{4}WEBP/.test(head) ||
    /^[^]{4}ftypavi[fs]/.test(head)
  )
}
