import { expect, test } from 'vitest'

import { foldForSearch } from '#app/lib/readable-text.ts'
import { createTestEngine } from '#tests/support/test-engine.ts'

import { holdsEveryWord } from './like.server.ts'

async function createSearch(texts: string[]): Promise<(typed: string) => Promise<string[]>> {
  const { db } = await createTestEngine()
  for (const text of texts)
    await db
      .insertInto('setting')
      .values({ key: text, value: foldForSearch(text), updated_at: 0 })
      .execute()
  return async (typed) => {
    const rows = await db
      .selectFrom('setting')
      .select('key')
      .where(holdsEveryWord('value', typed))
      .orderBy('key')
      .execute()
    return rows.map((row) => row.key)
  }
}

test('finds a text by a part of it, anywhere', async () => {
  const find = await createSearch(['Ada Lovelace', 'Grace Hopper'])
  for (const typed of ['Ada', 'lace', 'da Lo', 'Lovelace'])
    expect(await find(typed), typed).toEqual(['Ada Lovelace'])
  expect(await find('Turing')).toEqual([])
})

test('every word must be there, in any order, however they are spaced', async () => {
  const find = await createSearch(['Ada Lovelace London', 'Ada Byron'])
  expect(await find('  london\t ada ')).toEqual(['Ada Lovelace London'])
  expect(await find('ada')).toEqual(['Ada Byron', 'Ada Lovelace London'])
  expect(await find('ada paris')).toEqual([])
})

test('nothing typed finds everything', async () => {
  const find = await createSearch(['a', 'b'])
  expect(await find('')).toEqual(['a', 'b'])
  expect(await find('  \n')).toEqual(['a', 'b'])
})

test('percent, underscore and backslash mean themselves', async () => {
  const texts = [
    '100% sure',
    '100 sure',
    'snake_case',
    'snakeXcase',
    'C:\\temp',
    'C:/temp',
    'two \\\\ slashes',
  ]
  const find = await createSearch(texts)
  expect(await find('%')).toEqual(['100% sure'])
  expect(await find('100%')).toEqual(['100% sure'])
  expect(await find('_')).toEqual(['snake_case'])
  expect(await find('e_c')).toEqual(['snake_case'])
  expect(await find('\\')).toEqual(['C:\\temp', 'two \\\\ slashes'])
  expect(await find('\\\\')).toEqual(['two \\\\ slashes'])
  expect(await find('\\%')).toEqual([])
  expect(await find('\\_')).toEqual([])
})

test('quotes are text', async () => {
  const find = await createSearch(["O'Brien", 'Say "hi"', 'plain'])
  expect(await find("'")).toEqual(["O'Brien"])
  expect(await find("' or '1'='1")).toEqual([])
  expect(await find('"hi"')).toEqual(['Say "hi"'])
})

test('marks and case make no difference, on either side', async () => {
  const find = await createSearch(['Jörg MÜLLER', 'Zoë Ångström', 'Łukasz'])
  for (const typed of ['jorg', 'JÖRG', 'müller', 'Muller', 'Mu\u0308ller'])
    expect(await find(typed), typed).toEqual(['Jörg MÜLLER'])
  expect(await find('angstrom zoe')).toEqual(['Zoë Ångström'])
  expect(await find('łUKASZ')).toEqual(['Łukasz'])
})

test('other scripts, full-width letters and emoji are found', async () => {
  const find = await createSearch(['株式会社ルミナス', 'ΑΘΗΝΑ', 'ｆｕｌｌ width', 'party 🎉'])
  expect(await find('ルミナス')).toEqual(['株式会社ルミナス'])
  expect(await find('αθηνα')).toEqual(['ΑΘΗΝΑ'])
  expect(await find('full')).toEqual(['ｆｕｌｌ width'])
  expect(await find('🎉')).toEqual(['party 🎉'])
})

test('words past the tenth are not looked at', async () => {
  const find = await createSearch(['a b c d e f g h i j'])
  expect(await find('a b c d e f g h i j nowhere')).toEqual(['a b c d e f g h i j'])
  expect(await find('a b c d e f g h i nowhere')).toEqual([])
})
