import { foldForSearch } from '#app/lib/readable-text.ts'

export const columnFields = ['email', 'name', 'firstName', 'lastName', 'phone', 'company', 'note'] as const

export type ColumnField = (typeof columnFields)[number]

/** The field of each column; null if the column is ignored. */
export type ColumnMapping = readonly (ColumnField | null)[]

export const columnFieldNames: Readonly<Record<ColumnField, string>> = {
  email: 'Email',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  company: 'Company',
  note: 'Note',
}

/** Column headings of common address books in several languages, without accents, case, spaces and punctuation. */
const headings: Readonly<Record<ColumnField, string>> = {
  email: `
    email mail emailaddress mailaddress emailadresse mailadresse email1value emailwork workemail
    primaryemail emailprivat emailpersonal emaildirection correo correoelectronico
    direcciondecorreo courriel adresseemail adressemail adresseelectronique indirizzoemail
    postaelettronica enderecodeemail correioeletronico epost epostadress epostadresse sahkoposti
    emailadres adresemail eposta adressedemessagerie email1 personemail personemailwork электроннаяпочта почта адресэлектроннойпочты 电子邮件 邮箱 電子郵件 メール
    メールアドレス 이메일 البريدالالكتروني الايميل ईमेल ইমেল ইমেইল ایمیل ایمیلایڈریس surel
  `,
  firstName: `
    firstname givenname forename first vorname nombredepila prenom primeironome nomeproprio
    voornaam fornamn fornavn etunimi imie ad имя 名 الاسمالاول namadepan fname
  `,
  lastName: `
    lastname familyname surname last nachname familienname apellido apellidos nomdefamille
    cognome sobrenome apelido achternaam efternamn etternavn efternavn sukunimi nazwisko soyad
    фамилия 姓 اسمالعائلة namabelakang lname
  `,
  name: `
    name fullname displayname contact contactname customer person personname ansprechpartner kontakt
    vollername vorundnachname nombre nombrecompleto nom nomcomplet nome nomecompleto naam namn
    navn nimi imieinazwisko adsoyad фио 姓名 名前 氏名 이름 الاسم नाम নাম نام nama namalengkap
  `,
  phone: `
    phone phonenumber telephone tel mobile mobilephone cell cellphone phone1value businessphone
    telefon telefonnummer mobil handy rufnummer telefono movil celular portable cellulare
    telefone telemovel telefoon puhelin телефон 电话 電話 手机 電話番号 전화 الهاتف फ़ोन फोन ফোন فون telepon
    phone1 personphone personphonework workphone mobilenumber homephone mobiltelefon telefongeschäftlich
    telefonprivat téléphonebureau télmobile telefonodeltrabajo telefonomovil
  `,
  company: `
    company companyname organization organisation organizationname organization1name firm
    business employer account firma unternehmen firmenname empresa compania entreprise societe
    azienda societa bedrijf foretag virksomhed bedrift yritys sirket компания организация 公司 会社
    会社名 회사 الشركة कंपनी কোম্পানি کمپنی perusahaan
    accountname associatedcompany personorganization
  `,
  note: `
    note notes comment comments remark remarks description notiz notizen bemerkung anmerkung
    kommentar nota notas comentario remarque commentaire observacoes opmerking заметка
    комментарий 备注 備註 メモ ملاحظات टिप्पणी catatan
  `,
}

/** Which field each heading means. Built for the first file, not at the start, because building it takes 6 ms. */
let fieldOf: ReadonlyMap<string, ColumnField> | undefined

function readHeadings(): ReadonlyMap<string, ColumnField> {
  return new Map(
    columnFields.flatMap((field) =>
      headings[field]
        .trim()
        .split(/\s+/)
        .map((heading) => [comparable(heading), field] as const),
    ),
  )
}

function comparable(heading: string): string {
  return foldForSearch(heading.slice(0, 200)).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Headings that mean the last name beside a column of first names, and the first name beside one of last names. */
const halfNames: ReadonlySet<string> = new Set('name nom nombre nome naam namn navn'.split(' '))

/** Guesses each column's field by its heading; each field is used once. */
export function guessColumns(titles: readonly string[]): ColumnMapping {
  const taken = new Set<ColumnField>()
  const known = (fieldOf ??= readHeadings())
  const guessed = titles.map((title) => {
    const field = known.get(comparable(title))
    if (field === undefined || taken.has(field)) return null
    taken.add(field)
    return field
  })
  if (taken.has('firstName') === taken.has('lastName')) return guessed
  const missing = taken.has('firstName') ? 'lastName' : 'firstName'
  return guessed.map((field, n) =>
    field === 'name' && titles[n] !== undefined && halfNames.has(comparable(titles[n])) ? missing : field,
  )
}
