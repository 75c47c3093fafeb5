import { crc32 } from 'node:zlib'

/** Id of the extra field that has the file's name in UTF-8, if the header's name is in another encoding (APPNOTE 6.3.10, 4.6.9). */
const UNICODE_PATH = 0x7075
const upperHalfOf437 = Array.from(
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
)

export function findExtra(extra: Uint8Array, number: number): Uint8Array | null {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength)
  for (let at = 0; at + 4 <= extra.byteLength;) {
    const length = view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === number) return extra.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  return null
}

/** Returns a file's name in UTF-8 or else in code page 437, in which different names stay different. */
export function readZipName(bytes: Uint8Array): string {
  const name =
    utf8(bytes) ??
    Array.from(bytes, (byte) => upperHalfOf437[byte - 128] ?? String.fromCharCode(byte)).join('')
  return name.replaceAll('\\', '/')
}

/** Returns the name in the extra field for it, if that belongs to the name in the header. */
export function readUnicodeName(bytes: Uint8Array, extra: Uint8Array): string | null {
  const field = findExtra(extra, UNICODE_PATH)
  if (!field || field.byteLength < 6 || field[0] !== 1) return null
  const sum = new DataView(field.buffer, field.byteOffset).getUint32(1, true)
  const name = sum === crc32(bytes) ? utf8(field.subarray(5)) : null
  return name === null ? null : name.replaceAll('\\', '/')
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
