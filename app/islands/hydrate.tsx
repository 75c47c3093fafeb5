import { type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

export function hydrate(element: HTMLElement, component: ComponentType<never>, props: object): Promise<void> {
  return new Promise((resolve) => {
    hydrateRoot(
      element,
      <Awake onAwake={resolve}>{createElement(component as ComponentType<object>, props)}</Awake>,
    )
  })
}

function Awake({ onAwake, children }: { onAwake: () => void; children: ReactNode }) {
  useEffect(onAwake, [onAwake])
  return children
}
