import { type Grammar, repeated } from './grammar.ts'

const PATH = '/admin/languages/import'
const segment = (source: string, target: string) =>
  `<segment><source>${source}</source><target>${target}</target></segment>`
const xliff = (units: string, head = '') =>
  `${head}<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" trgLang="de"><file id="f">${units}</file></xliff>`
const unit = (content: string, id = 'about:name') => `<unit id="${id}">${content}</unit>`
const code = '<ph id="1" dataRef="d"/>'

const files: Readonly<Record<string, (bytes: number) => string>> = {
  'many units': (n) => xliff(repeated(unit(segment('a', 'b')), n)),
  'units that the site does not have': (n) =>
    xliff(Array.from({ length: n / 90 }, (_, i) => unit(segment('a', 'b'), `x${i}:y`)).join('')),
  'codes that stand for much': (n) =>
    xliff(
      unit(
        `<originalData><data id="d">${'x'.repeat(n / 2)}</data></originalData>${segment('a', repeated(code, n / 2))}`,
      ),
    ),
  'segments that stand for much': (n) =>
    xliff(
      unit(
        `<originalData><data id="d">${'x'.repeat(n / 2)}</data></originalData>${repeated(segment(code, code), n / 2)}`,
      ),
    ),
  'segments of one unit': (n) => xliff(unit(repeated(segment('a', 'b'), n))),
  'segments without order': (n) =>
    xliff(unit(repeated('<segment><source>a</source><target order="9">b</target></segment>', n))),
  'groups in groups': (n) => xliff(repeated('<group id="a">', n)),
  'codes in codes': (n) => xliff(unit(segment('a', repeated('<pc id="1">', n)))),
  'entities of its own': (n) =>
    xliff(unit(segment('a', '&a;')), `<!DOCTYPE a [${repeated('<!ENTITY a "&a;&a;">', n)}]>`),
  'CDATA left open': (n) => xliff(unit(segment('a', repeated('<![CDATA[', n)))),
  'a long id': (n) => xliff(unit(segment('a', 'b'), 'x'.repeat(n))),
  'combining marks': (n) => xliff(unit(segment('a', repeated('e\u0301\u0323', n / 2)))),
  'placeholders left open': (n) => xliff(unit(segment('a', '{'.repeat(n)))),
  'CSV: many rows': (n) => `id,source,translation\n${repeated('about:name,a,b\n', n)}`,
  'CSV: quotes left open': (n) => `id,source,translation\n${repeated('"a,', n)}`,
  'CSV: separators': (n) => `id,source,translation\n${','.repeat(n)}`,
  'CSV: guards of formulas': (n) => `id,source,translation\nabout:name,a,"${repeated("'=", n)}"`,
}

/** Files that translators return, for a language that the site gets with the first of them. */
export function translatorGrammars(): Grammar[] {
  return Object.entries(files).map(([what, file]) => ({
    route: `POST ${PATH}`,
    what,
    who: 'owner',
    sizes: { from: 2048, to: 1024 * 1024, unit: 'B' },
    goesOn: true,
    async send(attacker, size) {
      await attacker.form('/admin/languages', 'intent=add&language=de', 'owner')
      return attacker.upload(PATH, Buffer.from(file(size)), 'translations', { language: 'de' })
    },
  }))
}
