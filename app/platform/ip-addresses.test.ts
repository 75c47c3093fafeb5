import { expect, test } from 'vitest'

import { networksOf } from './ip-addresses.ts'

test('an IPv4 address is counted by itself, and so is what is no address', () => {
  for (const address of ['203.0.113.7', 'unknown', 'seed', ''])
    expect(networksOf(address)).toEqual([{ name: address, share: 1 }])
})

test('for IPv6, the networks that one line may have are counted too, with larger shares for wider ones', () => {
  expect(networksOf('2001:db8:a:bcde::/64')).toEqual([
    { name: '2001:db8:a:bcde::/64', share: 1 },
    { name: '2001:db8:a:bc00::/56', share: 2 },
    { name: '2001:db8:a::/48', share: 4 },
  ])
  expect(networksOf('2001:db8:0:0::/64').map(({ name }) => name)).toEqual([
    '2001:db8::/64',
    '2001:db8::/56',
    '2001:db8::/48',
  ])
})
