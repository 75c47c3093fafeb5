import { useEffect, useRef, useState } from 'react'

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
  const tick = (name: 'pick' | 'all', isTicked: boolean) =>
    form.current?.querySelectorAll<HTMLInputElement>(`[name=${name}]`).forEach((box) => {
      box.checked = isTicked
    })
  return {
    form,
    picked,
    isAll,
    recount,
    pickPage: (isPicked: boolean) => tick('pick', isPicked),
    /** React does not notice the form's `reset`, and would miss the next tick of these boxes. */
    clear() {
      tick('pick', false)
      tick('all', false)
      recount()
    },
  }
}
