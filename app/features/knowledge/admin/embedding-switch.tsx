import { useFetcher } from 'react-router'

import { Switch } from '#app/ui/switch.tsx'
import { useActionToast } from '#app/ui/use-action-toast.ts'

import type { EmbeddingSetting } from '../embeddings/embedding-setting.server.ts'

import type { KnowledgeAnswer } from './change-knowledge.server.ts'

/** Whether what is known goes to the provider, to be found in other words too. */
export function EmbeddingSwitch({ isOn, isOffered }: EmbeddingSetting) {
  const fetcher = useFetcher<KnowledgeAnswer>()
  useActionToast(fetcher.data)
  if (!isOffered && !isOn) return null
  return (
    <div className="flex items-center justify-between gap-4 rounded-lg border border-line bg-raised px-4 py-3">
      <p className="text-sm">
        Search by meaning
        <span className="block text-muted">
          Finds answers in other words than the question’s. For it, passages and questions are sent to your AI
          provider; what that costs counts against the caps.
        </span>
      </p>
      <Switch
        label="Search by meaning"
        isOn={isOn}
        isPending={fetcher.state !== 'idle'}
        onSwitch={(wanted) =>
          void fetcher.submit({ intent: 'meaning', enabled: wanted ? '1' : '0' }, { method: 'post' })
        }
      />
    </div>
  )
}
