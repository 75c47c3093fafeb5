import { type MouseEvent, useEffect, useRef, useState } from 'react'

/**
 * The selected rows of a list that is a form: each row has a box named `pick`, and a box named `all` means every match.
 * The boxes hold the selection themselves, so that what was ticked before hydration counts too.
 */
export function useSelection(rows: readonly unknown[]) {
  const form = useRef<HTMLFormElement>(null)
  const [picked, setPicked] = useState<readonly string[]>([])
  const [isAll, setAll] = useState(false)
  const recount = () => {
    const ticked = new FormData(form.current ?? undefined)
    setPicked(ticked.getAll('pick').map(String))
    setAll(ticked.has('all'))
  }
  useEffect(recount, [rows])
  const last = useRef<HTMLInputElement>(null)
  const boxes = (name: 'pick' | 'all') =>
    form.current ? [...form.current.querySelectorAll<HTMLInputElement>(`[name=${name}]`)] : []
  const tick = (name: 'pick' | 'all', isTicked: boolean) => {
    for (const box of boxes(name)) box.checked = isTicked
  }
  return {
    form,
    picked,
    isAll,
    recount,
    /** With Shift, the boxes from the one that was clicked before to this one become as this one. */
    pickRange({ target, shiftKey }: MouseEvent) {
      const all = boxes('pick')
      const here = all.findIndex((box) => box === target)
      const before = all.findIndex((box) => box === last.current)
      const box = all[here]
      if (!box) return
      last.current = box
      if (!shiftKey || before < 0) return
      for (const between of all.slice(Math.min(here, before), Math.max(here, before)))
        between.checked = box.checked
      recount()
    },
    pickPage: (isPicked: boolean) => tick('pick', isPicked),
    /** React does not notice the form's `reset`, and would miss the next tick of these boxes. */
    clear() {
      tick('pick', false)
      tick('all', false)
      recount()
    },
  }
}
