/** A run of text as pdf.js hands it over. */
type PdfRun = { str: string; hasEOL: boolean; height: number; transform: readonly number[] }

export type PdfLine = {
  text: string
  /** Of its largest letters, in the page's units. */
  height: number
  /** From the page's lower edge. */
  y: number
}

/** Puts runs together to lines, in the order in which the page draws them. */
export function linesOf(runs: readonly PdfRun[]): PdfLine[] {
  const lines: PdfLine[] = []
  let line: PdfLine | null = null
  for (const { str, hasEOL, height, transform } of runs) {
    const text = foldLigatures(str)
    const y = transform[5] ?? 0
    if (line && text.trim() !== '' && Math.abs(line.y - y) > Math.max(line.height, height)) line = end(line)
    line ??= { text: '', height: 0, y }
    line.text += text
    if (text.trim() !== '') line.height = Math.max(line.height, height)
    if (hasEOL) line = end(line)
  }
  if (line) end(line)
  return lines

  function end(done: PdfLine): null {
    if (done.text.trim() !== '') lines.push({ ...done, text: done.text.trim() })
    return null
  }
}

/** Letters that fonts draw as one, and Arabic letters by their place in the word: nobody types them so. */
function foldLigatures(text: string): string {
  return text.replaceAll(/[\u017F\uFB00-\uFB4F\uFB50-\uFDFF\uFE70-\uFEFC]+/g, (letters) =>
    letters.normalize('NFKC'),
  )
}
