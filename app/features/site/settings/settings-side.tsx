import { useState } from 'react'
import { Link } from 'react-router'

import { inputClass } from '#app/ui/field.tsx'
import { useAwake } from '#app/ui/use-awake.ts'

import { findSettings, settingsPlaces } from './settings-index.ts'

const row = 'grid rounded-md px-3 py-1.5 no-underline hover:bg-raised'

/** Finds a setting on any page, and lists the pages that belong to Settings. */
export function SettingsSide() {
  const isAwake = useAwake()
  const [typed, setTyped] = useState('')
  const found = findSettings(typed)
  return (
    <div className="grid grid-cols-1 gap-3">
      {isAwake ? (
        <input
          type="search"
          aria-label="Search settings"
          placeholder="Search settings"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className={`${inputClass} px-3 py-2`}
        />
      ) : null}
      <p aria-live="polite" className={typed.trim() ? 'px-3 text-sm text-muted' : 'sr-only'}>
        {typed.trim() ? (found.length === 1 ? '1 found' : `${found.length} found`) : ''}
      </p>
      {typed.trim() ? (
        <ul aria-label="Settings found">
          {found.map(({ path, name, where }) => (
            <li key={`${path} ${name}`}>
              <Link to={path} className={row}>
                <span className="font-medium">{name}</span>
                {where ? <span className="text-sm text-muted">{where}</span> : null}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <nav aria-label="Settings">
          {settingsPlaces.map(({ path, title, listed }) =>
            listed ? (
              <Link key={path} to={path} aria-label={listed.label} className={row}>
                <span className="font-medium">{title}</span>
                <span className="text-sm text-muted">{listed.text}</span>
              </Link>
            ) : null,
          )}
        </nav>
      )}
    </div>
  )
}
