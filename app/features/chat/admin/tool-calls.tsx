import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { ConversationDetail } from '../conversations/get-conversation.server.ts'

type Call = ConversationDetail['calls'][number]

export const toolOutcomeNames: Record<Call['outcome'], string> = {
  done: 'Looked up',
  refused: 'Refused',
  failed: 'Failed',
  card: 'Proposed',
}

const tones: Record<Call['outcome'], BadgeTone> = {
  done: 'plain',
  refused: 'warning',
  failed: 'danger',
  card: 'accent',
}

/** The tools that the assistant called for a reply, with their inputs and results. */
export function ToolCalls({ calls }: { calls: readonly Call[] }) {
  const { timeZone } = useAdminShell()
  return (
    <ul aria-label="Tools" className="grid gap-1.5">
      {calls.map(({ id, name, outcome, input, result, pressedAt, done }) => (
        <li key={id}>
          <details className="text-sm">
            <summary className="cursor-pointer">
              {name} <Badge tone={tones[outcome]}>{toolOutcomeNames[outcome]}</Badge>{' '}
              {done === null || pressedAt === null ? null : (
                <span className="text-secondary">
                  confirmed by the visitor <Time at={pressedAt} timeZone={timeZone} />
                </span>
              )}
            </summary>
            <dl className="mt-1 grid gap-1 pl-4 break-words text-secondary">
              <dt>Given</dt>
              <dd dir="auto" className="font-mono text-xs">
                {input}
              </dd>
              <dt>Result</dt>
              <dd dir="auto" className="font-mono text-xs">
                {done ?? result}
              </dd>
            </dl>
          </details>
        </li>
      ))}
    </ul>
  )
}
