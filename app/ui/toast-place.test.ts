import fc from 'fast-check'
import { expect, test } from 'vitest'

import { placeToasts } from './toast-place.ts'

const view = { width: 375, height: 700 }
const toasts = { width: 343, height: 70 }
const button = (top: number, bottom: number, isFocused = false) => ({
  left: 20,
  right: 355,
  top,
  bottom,
  isFocused,
})

test('toasts stand at the top right, below what stands there, or at the left', () => {
  expect(placeToasts(toasts, view, [])).toEqual({ x: 16, y: 16 })
  expect(placeToasts({ width: 384, height: 70 }, { width: 1440, height: 900 }, [])).toEqual({
    x: 1040,
    y: 16,
  })
  expect(placeToasts(toasts, view, [button(0, 60), button(200, 260)])).toEqual({ x: 16, y: 68 })
  const right = { left: 1000, right: 1440, top: 0, bottom: 900, isFocused: false }
  expect(placeToasts(toasts, { width: 1440, height: 900 }, [right])).toEqual({ x: 16, y: 16 })
})

test('where everything is taken, the focused element is the last to be covered', () => {
  const rows = Array.from({ length: 14 }, (_, row) => button(row * 50, row * 50 + 48, row === 0))
  const { y } = placeToasts(toasts, view, rows)
  expect(y).toBeGreaterThanOrEqual(48)
})

test('whatever stands where, toasts stay in view, and cover nothing where a gap is high enough', () => {
  const height = fc.integer({ min: 1, max: 200 })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 700 }), height)), (spans) => {
      const obstacles = spans.map(([top, size]) => button(top, top + size))
      const { x, y } = placeToasts(toasts, view, obstacles)
      expect(x).toBeGreaterThanOrEqual(0)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y + toasts.height).toBeLessThanOrEqual(view.height)
      const isFree = (at: number) =>
        obstacles.every(({ top, bottom }) => at + toasts.height <= top || at >= bottom)
      const gaps = Array.from({ length: 598 }, (_, at) => at + 16).filter(
        (at) => isFree(at - 8) && isFree(at + 8),
      )
      if (gaps.length > 0) expect(isFree(y)).toBe(true)
    }),
  )
})
