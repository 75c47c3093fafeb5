import { SaxesParser } from 'saxes'

type Read = { texts: Map<string, string[]>; attributes: Map<string, string[]> }

/** Parses XML strictly. Throws if it is not well formed. */
export function readXml(xml: string): Read {
  const read: Read = { texts: new Map(), attributes: new Map() }
  const open: { name: string; text: string }[] = []
  const note = (map: Map<string, string[]>, key: string, value: string) =>
    map.set(key, [...(map.get(key) ?? []), value])
  const parser = new SaxesParser<{ xmlns: true }>({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    open.push({ name, text: '' })
    for (const [key, { value }] of Object.entries(attributes)) note(read.attributes, `${name} ${key}`, value)
  })
  const add = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element) note(read.texts, element.name, element.text)
  })
  parser.write(xml).close()
  return read
}
