import { expect, test } from 'vitest'

import { absolute } from './absolute.ts'

const whole = (html: string) => absolute(html, 'https://a.example', 'https://a.example/blog/b')

test('addresses of ours become whole, those of others and what is text stay', () => {
  expect(whole('<a href="/x">y</a><a href="#s-a">z</a><a href="//other">o</a>')).toBe(
    '<a href="https://a.example/x">y</a><a href="https://a.example/blog/b#s-a">z</a><a href="//other">o</a>',
  )
  expect(whole('<img alt="a > b" src="/i.webp" srcset="/1.webp 1w, /2.webp 2w">')).toBe(
    '<img alt="a > b" src="https://a.example/i.webp" srcset="https://a.example/1.webp 1w, https://a.example/2.webp 2w">',
  )
  expect(whole('<code>&#x3C;a href="/x"></code> and href="/y"')).toBe(
    '<code>&#x3C;a href="/x"></code> and href="/y"',
  )
})
