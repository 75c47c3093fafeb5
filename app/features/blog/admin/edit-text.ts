export type TextEdit = { text: string; start: number; end: number }

/** Puts marks around what is selected, or takes them away where they stand already. */
export function wrapSelection({ text, start, end }: TextEdit, mark: string, placeholder: string): TextEdit {
  const before = text.slice(0, start)
  const after = text.slice(end)
  if (before.endsWith(mark) && after.startsWith(mark))
    return {
      text: before.slice(0, -mark.length) + text.slice(start, end) + after.slice(mark.length),
      start: start - mark.length,
      end: end - mark.length,
    }
  const selected = text.slice(start, end) || placeholder
  return {
    text: before + mark + selected + mark + after,
    start: start + mark.length,
    end: start + mark.length + selected.length,
  }
}

/** Begins each selected line with a prefix, or takes it away where all of them have it. */
export function prefixLines({ text, start, end }: TextEdit, prefix: string): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const to = text.indexOf('\n', end) === -1 ? text.length : text.indexOf('\n', end)
  const lines = text.slice(from, to).split('\n')
  const all = lines.every((line) => line.startsWith(prefix))
  const changed = lines.map((line) => (all ? line.slice(prefix.length) : prefix + line)).join('\n')
  return { text: text.slice(0, from) + changed + text.slice(to), start: from, end: from + changed.length }
}

/** Puts a piece in the place of the selection and selects `chosen` within it. */
export function insertPiece({ text, start, end }: TextEdit, piece: string, chosen: string): TextEdit {
  const at = start + Math.max(0, piece.indexOf(chosen))
  return { text: text.slice(0, start) + piece + text.slice(end), start: at, end: at + chosen.length }
}
