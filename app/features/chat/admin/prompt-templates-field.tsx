import { useState } from 'react'

import { Button } from '#app/ui/button.tsx'

import { promptTemplates } from '../settings/prompt-templates.ts'

type PromptTemplatesProps = { prompt: string; onPrompt: (prompt: string) => void }

/** Four prompts to start from; the former text of the field can be restored. */
export function PromptTemplates({ prompt, onPrompt }: PromptTemplatesProps) {
  const [before, setBefore] = useState<string | null>(null)
  return (
    <fieldset className="sm:col-span-2">
      <legend className="text-sm font-medium text-secondary">Templates</legend>
      <ul className="mt-1.5 grid gap-3 sm:grid-cols-2">
        {promptTemplates.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              aria-pressed={template.prompt === prompt}
              onClick={() => {
                setBefore(prompt)
                onPrompt(template.prompt)
              }}
              className="h-full w-full rounded-md border border-line px-4 py-3 text-left transition-colors hover:bg-overlay aria-pressed:border-accent"
            >
              <span className="block font-medium">{template.name}</span>
              <span className="block text-sm text-secondary">{template.summary}</span>
            </button>
          </li>
        ))}
      </ul>
      {before !== null && before !== prompt ? (
        <Button tone="quiet" size="sm" className="mt-2" onClick={() => onPrompt(before)}>
          Restore my prompt
        </Button>
      ) : null}
    </fieldset>
  )
}
