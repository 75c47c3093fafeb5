import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'

import { Switch } from '#app/ui/switch.tsx'
import { Time } from '#app/ui/time.tsx'
import { useActionToast } from '#app/ui/use-action-toast.ts'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { kindNames } from '../items/item-kind.ts'

import type { KnowledgeAnswer } from './change-knowledge.server.ts'
import type { ShownItem } from './shown-item.ts'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

export function ItemFacts({ item }: { item: ShownItem }) {
  const { timeZone } = useAdminShell()
  return (
    <section aria-labelledby="facts-title" className="rounded-lg border border-line bg-raised p-5">
      <h2 id="facts-title" className="sr-only">
        About the item
      </h2>
      <UseRow item={item} />
      <dl className="grid grid-cols-2 gap-3 text-sm">
        <Fact name="Type">{kindNames[item.kind]}</Fact>
        <Fact name="Size">{item.sizeKb.toLocaleString('en-US')} KB</Fact>
        <Fact name="Language">{item.language ? languageNames.of(item.language) : 'Not known yet'}</Fact>
        <Fact name="Passages">{item.passages.toLocaleString('en-US')}</Fact>
        <Fact name="Times cited">{item.cited.toLocaleString('en-US')}</Fact>
        <Fact name="Added">
          <Time at={item.createdAt} timeZone={timeZone} />
        </Fact>
        {item.readAt === null ? null : (
          <Fact name="Read">
            <Time at={item.readAt} timeZone={timeZone} />
          </Fact>
        )}
        {item.source === null ? null : (
          <div className="col-span-2">
            <Fact name={sourceNames[item.kind]}>{item.source}</Fact>
          </div>
        )}
      </dl>
    </section>
  )
}

const sourceNames = { pdf: 'File', url: 'URL', site: 'Page', text: 'Source' }

function UseRow({ item: { title, isEnabled } }: { item: ShownItem }) {
  const fetcher = useFetcher<KnowledgeAnswer>()
  useActionToast(fetcher.data)
  return (
    <div className="mb-4 flex items-center justify-between gap-3 border-b border-line pb-4">
      <span className="text-sm">
        Used in answers
        <span className="block text-muted">
          {isEnabled ? 'The assistant may cite it.' : 'It is left out.'}
        </span>
      </span>
      <Switch
        label={`Use ${title}`}
        isOn={isEnabled}
        isPending={fetcher.state !== 'idle'}
        onSwitch={(isOn) =>
          void fetcher.submit({ intent: 'switch', enabled: isOn ? '1' : '0' }, { method: 'post' })
        }
      />
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="break-words tabular-nums">
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
