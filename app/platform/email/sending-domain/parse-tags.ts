/** Returns the tags of a DKIM or DMARC record, such as `v=DMARC1; p=none`, in order, or null if it is no tag list. */
export function parseTags(text: string): ReadonlyMap<string, string> | null {
  const tags = new Map<string, string>()
  for (const part of text.split(';')) {
    if (part.trim() === '') continue
    const [name = '', ...value] = part.split('=')
    if (!/^[a-z]\w*$/i.test(name.trim()) || value.length === 0 || tags.has(name.trim())) return null
    tags.set(name.trim(), value.join('=').trim())
  }
  return tags.size > 0 ? tags : null
}
