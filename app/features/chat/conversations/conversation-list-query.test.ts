import { expect, test } from 'vitest'

import { conversationListPath, readConversationListQuery } from './conversation-list-query.ts'

const read = (search: string) => readConversationListQuery(new URLSearchParams(search))

test('an address is read back as it was written', () => {
  const path =
    '/admin/conversations?q=voice+agent&outcome=failed&speaker=owner&rating=unhelpful&waiting=1&marked=1&page=3'
  const query = read(path.replace(/^[^?]*/, ''))
  expect(query).toEqual({
    q: 'voice agent',
    outcome: 'failed',
    speaker: 'owner',
    rating: 'unhelpful',
    isWaiting: true,
    isMarked: true,
    page: 3,
  })
  expect(conversationListPath(query, { page: 3 })).toBe(path)
  expect(conversationListPath(query, { outcome: null })).not.toContain('page')
})

test('what makes no sense is left out, and what is the default is not written', () => {
  expect(read('outcome=pending&speaker=visitor&rating=toString&waiting=yes&marked=yes&page=-1')).toEqual(
    read(''),
  )
  expect(conversationListPath(read(''), {})).toBe('/admin/conversations')
})
