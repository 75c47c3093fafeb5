const COMPRESSED = 0x75465a4c
const UNCOMPRESSED = 0x414c454d
/** The text that the window of the decompression starts with (MS-OXRTFCP, section 2.1.2.1). */
const DICTIONARY =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'
const MAX_RTF = 5_000_000

/** Reads the compressed text of a message: as HTML, if it was made from HTML, or as plain text. */
export function readRtf(bytes: Uint8Array, codePage: number): { html: string } | { text: string } {
  const rtf = decompress(bytes)
  const written = write(rtf, codePage)
  return /\\fromhtml1/.test(rtf.slice(0, 1000)) ? { html: written } : { text: written.trim() }
}

/** Returns one character for each byte. */
function decompress(bytes: Uint8Array): string {
  if (bytes.byteLength < 16) return ''
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const type = view.getUint32(8, true)
  if (type === UNCOMPRESSED) return Buffer.from(bytes.subarray(16, 16 + MAX_RTF)).toString('latin1')
  if (type !== COMPRESSED) return ''
  const window = Buffer.alloc(4096)
  let at = window.write(DICTIONARY, 'latin1')
  const out: number[] = []
  const put = (byte: number) => {
    out.push(byte)
    window[at] = byte
    at = (at + 1) % 4096
  }
  for (let from = 16; from < bytes.byteLength && out.length < MAX_RTF;) {
    const control = bytes[from] ?? 0
    from += 1
    for (let bit = 0; bit < 8 && from < bytes.byteLength; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        put(bytes[from] ?? 0)
        from += 1
        continue
      }
      const token = ((bytes[from] ?? 0) << 8) | (bytes[from + 1] ?? 0)
      from += 2
      const start = token >> 4
      if (start === at) return Buffer.from(out).toString('latin1')
      for (let n = 0; n < (token & 15) + 2; n += 1) put(window[(start + n) % 4096] ?? 0)
    }
  }
  return Buffer.from(out).toString('latin1')
}

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z'])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gi
/** Groups of RTF that hold no text of the message. */
const silent: ReadonlySet<string> = new Set(
  'fonttbl colortbl stylesheet info pict object header footer listtable listoverridetable themedata datastore xmlnstbl generator mhtmltag'.split(
    ' ',
  ),
)
const signs: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  tab: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
}

type Group = { isSilent: boolean; isTag: boolean; isHidden: boolean; unicodeSkip: number }

/** Returns the text of RTF. If the RTF was made from HTML, returns that HTML (MS-OXRTFEX). */
function write(rtf: string, codePage: number): string {
  const isFromHtml = /\\fromhtml1/.test(rtf.slice(0, 1000))
  const decoder = decoderOf(Number(/\\ansicpg(\d{1,5})/.exec(rtf.slice(0, 1000))?.[1] ?? codePage))
  const groups: Group[] = []
  let now: Group = { isSilent: false, isTag: false, isHidden: false, unicodeSkip: 1 }
  let bytes: number[] = []
  let skip = 0
  let out = ''
  const say = (text: string) => {
    if (now.isSilent || (now.isHidden && !now.isTag)) return
    out += isFromHtml && !now.isTag ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : text
  }
  const flush = () => {
    if (bytes.length > 0) say(decoder.decode(Uint8Array.from(bytes)))
    bytes = []
  }
  for (const [, word, parameter, hex, sign, brace, text] of rtf.matchAll(TOKEN)) {
    if (hex !== undefined) {
      if (skip > 0) skip -= 1
      else bytes.push(Number.parseInt(hex, 16))
      continue
    }
    flush()
    if (brace === '{') groups.push({ ...now })
    else if (brace === '}') now = groups.pop() ?? now
    else if (text !== undefined) {
      say(text.slice(skip))
      skip = Math.max(0, skip - text.length)
    } else if (sign !== undefined) {
      if (sign === '*') now.isSilent = true
      else say(sign === '~' ? '\u00a0' : sign === '_' ? '-' : sign === '-' ? '' : sign)
    } else if (word === 'htmltag') now = { ...now, isSilent: false, isTag: true }
    else if (word === 'htmlrtf') now.isHidden = parameter !== '0'
    else if (word === 'uc') now.unicodeSkip = Math.min(Number(parameter ?? 1), 10)
    else if (word === 'u') {
      say(String.fromCharCode(Number(parameter ?? 0) & 0xffff))
      skip = now.unicodeSkip
    } else if (word !== undefined && silent.has(word)) now.isSilent = true
    else if (word !== undefined && signs[word] !== undefined) say(signs[word])
    if (groups.length > 1000 || out.length > MAX_RTF) break
  }
  flush()
  return out
}

function decoderOf(codePage: number): TextDecoder {
  try {
    return new TextDecoder(encodingOf(codePage))
  } catch {
    return new TextDecoder('windows-1252')
  }
}

const codePages: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  28591: 'latin1',
  65001: 'utf-8',
}

/** Returns the name under which the platform knows a code page of Windows. */
export function encodingOf(codePage: number): string {
  return codePages[codePage] ?? `windows-${codePage}`
}
