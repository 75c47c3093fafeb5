import { Modal } from './modal.tsx'

const shortcuts: readonly (readonly [where: string, keys: readonly (readonly [string, string])[]])[] = [
  [
    'Everywhere',
    [
      ['Ctrl K', 'Search or run'],
      ['Ctrl J', 'Ask the assistant'],
      ['?', 'List the shortcuts'],
    ],
  ],
  [
    'Lists and their items',
    [
      ['J', 'Next item'],
      ['K', 'Previous item'],
      ['Enter', 'Open'],
      ['Esc', 'Back to the list'],
    ],
  ],
  [
    'Today',
    [
      ['J', 'Next item'],
      ['K', 'Previous item'],
      ['E', 'Done'],
      ['R', 'Reply'],
      ['S', 'Snooze until tomorrow morning'],
      ['A', 'Assign to me'],
      ['Z', 'Undo'],
    ],
  ],
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal label="Keyboard shortcuts" onClose={onClose}>
      <div
        role="region"
        aria-label="Shortcuts"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
        tabIndex={0}
        className="grid max-h-[75dvh] gap-x-8 gap-y-5 overflow-y-auto p-6 sm:grid-cols-2"
      >
        <h2 className="text-lg font-semibold sm:col-span-2">Keyboard shortcuts</h2>
        {shortcuts.map(([where, keys]) => (
          <section key={where}>
            <h3 className="text-sm font-medium text-muted">{where}</h3>
            <dl className="mt-2 grid grid-cols-[5rem_1fr] gap-y-1.5">
              {keys.map(([key, does]) => (
                <div key={key} className="contents">
                  <dt>
                    <kbd className="rounded-sm border border-line-strong bg-overlay px-1.5 py-0.5 text-xs">
                      {key}
                    </kbd>
                  </dt>
                  <dd className="text-secondary">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
