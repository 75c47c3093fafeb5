import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toCsv } from '#app/lib/csv.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { type ColumnMapping, guessColumns } from './columns.ts'
import { type FileHead, type FileRow, MAX_ROWS } from './read-people.ts'
import { readPeople } from './read-people.server.ts'

async function read(file: string | Uint8Array, mapping: ColumnMapping | null = null, from = 0) {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  let head: FileHead | undefined
  const rows: FileRow[] = []
  await readPeople({ bytes, mapping, from }, async (part) => {
    if ('head' in part) head = part.head
    else rows.push(...part.rows)
  })
  if (!head) throw new Error('The file was not described.')
  return { head, rows }
}

test.each([
  ['Name,E-Mail,Telefon,Firma', ['name', 'email', 'phone', 'company']],
  ['Prénom;Nom de famille;Courriel;Société', ['firstName', 'lastName', 'email', 'company']],
  [
    'First Name,Last Name,E-mail 1 - Value,Organization 1 - Name',
    ['firstName', 'lastName', 'email', 'company'],
  ],
  ['Фамилия\tИмя\tЭлектронная почта\tТелефон', ['lastName', 'firstName', 'email', 'phone']],
  ['姓名,邮箱,公司,备注', ['name', 'email', 'company', 'note']],
  ['الاسم,البريد الإلكتروني,الهاتف', ['name', 'email', 'phone']],
  ['E-MAIL ADDRESS,email,Fax', ['email', null, null]],
  ['Nombre;Apellidos;Correo electrónico', ['firstName', 'lastName', 'email']],
  ['Name;Vorname;E-Mail', ['lastName', 'firstName', 'email']],
  ['Kontakt;Vorname;E-Mail', ['name', 'firstName', 'email']],
  ['FNAME,LNAME,Email 1,Phone 1', ['firstName', 'lastName', 'email', 'phone']],
  ['Nom,Prénom,Adresse de messagerie,Téléphone (bureau)', ['lastName', 'firstName', 'email', 'phone']],
])('the headings %s are known', async (headings, mapping) => {
  const { head } = await read(`${headings}\n`)
  expect(head.mapping).toEqual(mapping)
})

test('names are joined, addresses taken out of what surrounds them, and our own guard is removed', async () => {
  const { rows } = await read(
    [
      'First name,Surname,Email,Phone,Notes',
      'Ann,Lee,Ann Lee <ann@example.com>,\'+49 30 901820,"Line one\nline two"',
      ',Bob,mailto:bob@example.com,030 1,',
      '"=cmd|\' /C calc\'!A0",,cleo@example.com ::: cleo@home.example,030 2 ::: 030 3,',
    ].join('\n'),
  )
  expect(rows.map(({ contact }) => contact)).toEqual([
    {
      name: 'Ann Lee',
      email: 'ann@example.com',
      phone: '+49 30 901820',
      phone_e164: '+4930901820',
      company: null,
      note: 'Line one\nline two',
    },
    { name: 'Bob', email: 'bob@example.com', phone: '030 1', phone_e164: null, company: null, note: null },
    {
      name: "=cmd|' /C calc'!A0",
      email: 'cleo@example.com',
      phone: '030 2',
      phone_e164: null,
      company: null,
      note: 'cleo@home.example\n030 3',
    },
  ])
})

test('a column without a value gives its field to another, and addresses are found under any heading', async () => {
  const { head, rows } = await read(
    'Name,First name,Business Phone,Mobile Phone,Reach at\nAnn Lee,Ann,,030 1,ann@example.com\nRay,Bob,,,bob@example.com\n',
  )
  expect(head.mapping).toEqual(['lastName', 'firstName', null, 'phone', 'email'])
  expect(rows).toMatchObject([
    { contact: { name: 'Ann Lee', phone: '030 1' } },
    { contact: { name: 'Bob Ray', phone: null } },
  ])
})

test('what cannot be used is told by its line, and a chosen mapping goes before the guessed one', async () => {
  const { rows } = await read(
    `name,email\nAnn,ann@example.com\nAgain,ANN@example.com\nNobody,\nWrong,ann@\n${'x'.repeat(500)},x@example.com\n`,
  )
  expect(rows.map(({ line, reason }) => [line, reason])).toEqual([
    [2, null],
    [3, 'The address is already in line 2.'],
    [4, 'There is no e-mail address in this row.'],
    [5, 'Email: This is not an e-mail address.'],
    [6, 'Name: Please use at most 120 characters.'],
  ])
  const chosen = await read('a,b\nann@example.com,Ann\n', ['email', 'note'])
  expect(chosen.rows[0]?.contact).toMatchObject({ email: 'ann@example.com', note: 'Ann', name: '' })
})

test('a file without headings is read from its first row', async () => {
  const { head, rows } = await read('ann@example.com;Ann\nbob@example.com;Bob\n')
  expect(head).toMatchObject({ separator: ';', total: 2, mapping: ['email', null] })
  expect(head.columns[1]).toEqual({ title: 'Column 2', sample: 'Ann' })
  expect(rows).toHaveLength(2)
})

test('headings below a preface are found, and the preface is told', async () => {
  const preface = 'Notes:\n"Some addresses are missing, see https://www.example.com/psettings"\n\n'
  const { head, rows } = await read(
    `${preface}First Name,Last Name,URL,Email Address,Company\nAnn,Lee,https://x.example,ann@example.com,Lee Ltd\n`,
  )
  expect(head.mapping).toEqual(['firstName', 'lastName', null, 'email', 'company'])
  expect(head).toMatchObject({ total: 3, columns: [{ title: 'First Name', sample: 'Ann' }, {}, {}, {}, {}] })
  expect(rows).toMatchObject([
    { line: 1, cells: ['Notes:'], reason: 'This row is above the headings.' },
    { line: 2, reason: 'This row is above the headings.' },
    { line: 5, contact: { email: 'ann@example.com', name: 'Ann Lee', company: 'Lee Ltd' } },
  ])
})

test('a row of people with a word for e-mail is no headings', async () => {
  for (const row of ['Ann,ann@example.com,Email', 'Ann,,Email']) {
    const { head, rows } = await read(`Name,Address on file,Prefers\n${row}\nBob,bob@example.com,Phone\n`)
    expect(head.columns[1]?.title).toBe('Address on file')
    expect(rows).toHaveLength(2)
  }
})

test('rows that an earlier run has stored are skipped, and still count for what comes twice', async () => {
  const { rows } = await read('email\nann@example.com\nbob@example.com\nann@example.com\n', null, 2)
  expect(rows).toMatchObject([{ line: 4, reason: 'The address is already in line 2.' }])
})

test.each([
  ['', 'This file is empty.'],
  [' \n , \n', 'This file is empty.'],
  [`email\n${'a@b.example\n'.repeat(MAX_ROWS + 1)}`, 'This file has more than 50,000 rows. Please split it.'],
])('a file like %.20j is refused', async (file, sentence) => {
  await expect(read(file)).rejects.toMatchObject({ fields: { file: sentence } })
})

test('a quotation mark that is never closed costs no row', async () => {
  const { rows } = await read(
    'name,email,company\nAnn,ann@example.com,"Lee & Co\n"Bob, Jr." ,bob@example.com,"B\nC"\nCem,"cem@example.com,C\n',
  )
  expect(rows).toMatchObject([
    { line: 2, contact: { name: 'Ann', company: 'Lee & Co' } },
    { line: 3, contact: { name: 'Bob, Jr.', company: 'B C' } },
    { line: 5, contact: { name: 'Cem', email: 'cem@example.com', company: 'C' } },
  ])
})

test('of hundreds of columns the first five hundred are read, and the others told', async () => {
  const wide = (width: number) => {
    const titles = Array.from({ length: width }, (_, n) => `Property ${n + 1}`)
    const cells = titles.map((_, n) => (n === 450 ? 'ann@example.com' : 'x'))
    return `${titles.with(450, 'Email').join(',')}\n${cells.join(',')},,\n`
  }
  const { head, rows } = await read(wide(500))
  expect(head.isCut).toBe(false)
  expect(head.columns).toHaveLength(500)
  expect(rows).toMatchObject([{ contact: { email: 'ann@example.com' } }])
  const cut = await read(wide(800))
  expect(cut.head.isCut).toBe(true)
  expect(cut.head.mapping).toHaveLength(500)
  expect(cut.rows).toMatchObject([{ contact: { email: 'ann@example.com' } }])
})

test('any bytes are read or refused with a sentence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      try {
        await read(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(FieldErrors)
      }
    }),
  )
})

test('what people of any name are exported as is read the same', async () => {
  const word = fc
    .string({ unit: fc.constantFrom('=', '+', '@', '-', "'", '"', ',', 'a', 'é', ' '), maxLength: 20 })
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    // A leading apostrophe of the original cannot be told from the one that guards against formulas.
    .filter((text) => !/^'+[=+\-@]/.test(text))
  await fc.assert(
    fc.asyncProperty(word, word, async (name, company) => {
      const { rows } = await read(
        toCsv([
          ['Name', 'Email', 'Company'],
          [name, 'ann@example.com', company],
        ]),
      )
      expect(rows[0]?.contact).toMatchObject({ name, company: company || null })
    }),
  )
})

test('a heading takes a field once', () => {
  expect(guessColumns(['Phone', 'Mobile', 'Tel.'])).toEqual(['phone', null, null])
})
