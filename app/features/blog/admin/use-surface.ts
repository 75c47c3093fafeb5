import { type RefObject, useEffect, useRef, useState } from 'react'

import { showToast } from '#app/ui/toast.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { Surface } from './surface/open-surface.ts'

type SurfaceOptions = {
  area: RefObject<HTMLTextAreaElement | null>
  onEdited: () => void
  choosePicture: () => void
  upload: (file: File) => Promise<string | null>
}

/** Shows the text of a field as readers see it. The choice is remembered for each member of this browser. */
export function useSurface({ area, onEdited, choosePicture, upload }: SurfaceOptions) {
  const { email } = useAdminShell()
  const place = useRef<HTMLDivElement>(null)
  const surface = useRef<Surface>(null)
  const [isShown, setIsShown] = useState(false)
  const [isInTable, setIsInTable] = useState(false)
  const [link, setLink] = useState<string | null>(null)

  async function open(): Promise<void> {
    const { openSurface } = await import('./surface/open-surface.ts')
    const field = area.current
    if (!field || !place.current || surface.current) return
    // What is hidden cannot be measured or take the focus, and there is never a moment with two fields of one name.
    const swap = (isOpen: boolean) => {
      field.hidden = isOpen
      if (place.current) place.current.hidden = !isOpen
    }
    swap(true)
    try {
      surface.current = openSurface(place.current, optionsOf(field))
    } catch (error) {
      swap(false)
      throw error
    }
    setIsShown(true)
  }

  function optionsOf(field: HTMLTextAreaElement) {
    return {
      source: field.value,
      attributes: {
        id: 'post-content',
        'aria-label': 'Content',
        'aria-describedby': 'post-content-error post-content-hint',
      },
      onWrite(source: string) {
        field.value = source
        onEdited()
      },
      onPlace: setIsInTable,
      onLink: setLink,
      choosePicture,
      upload,
    }
  }

  function close(): void {
    surface.current?.close()
    surface.current = null
    setIsShown(false)
    setLink(null)
  }

  async function toggle(): Promise<void> {
    const isWanted = surface.current === null
    remember(email, isWanted)
    if (!isWanted) {
      close()
      return
    }
    try {
      await open()
      surface.current?.focus()
    } catch {
      showToast({
        title: 'Not loaded',
        text: 'Please check the connection and try again.',
        tone: 'destructive',
      })
    }
  }

  useEffect(() => {
    const field = area.current
    const takeOver = () => surface.current?.read(String(field?.value))
    field?.addEventListener('input', takeOver)
    if (isRemembered(email)) open().catch(() => undefined)
    return () => {
      field?.removeEventListener('input', takeOver)
      surface.current?.close()
      surface.current = null
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the surface stays open until the form is left
  }, [])

  return { place, surface, isShown, isInTable, link, setLink, toggle }
}

const keyOf = (email: string) => `writes as readers see it: ${email}`

function isRemembered(email: string): boolean {
  try {
    return localStorage.getItem(keyOf(email)) !== null
  } catch {
    return false
  }
}

function remember(email: string, isWanted: boolean): void {
  try {
    if (isWanted) localStorage.setItem(keyOf(email), '')
    else localStorage.removeItem(keyOf(email))
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}
