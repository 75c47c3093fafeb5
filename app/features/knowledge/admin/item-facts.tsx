import { useFetcher } from 'react-router'

import { Fact } from '#app/ui/fact.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { Time } from '#app/ui/time.tsx'
import { useActionToast } from '#app/ui/toast.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'
import { englishNameOf } from '#app/lib/languages.ts'

import { kindNames } from '../items/knowledge-item.ts'

import type { KnowledgeAnswer } from './change-knowledge.server.ts'
import type { ShownItem } from './shown-item.ts'

export function ItemFacts({ item }: { item: ShownItem }) {
  const { timeZone } = useAdminShell()
  return (
    <section aria-labelledby="facts-title" className="rounded-lg border border-line bg-raised p-5">
      <h2 id="facts-title" className="sr-only">
        About the item
      </h2>
      <div className="mb-4 grid gap-4 border-b border-line pb-4">
        <UseRow item={item} />
        {item.kind === 'pdf' ? <VisibilityRow item={item} /> : null}
      </div>
      <dl className="grid grid-cols-2 gap-3 text-sm">
        <Fact name="Type">{kindNames[item.kind]}</Fact>
        <Fact name="Size">{item.sizeKb.toLocaleString('en-US')} KB</Fact>
        <Fact name="Language">{item.language ? englishNameOf(item.language) : 'Not known yet'}</Fact>
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
          <Fact name={sourceNames[item.kind]} isWide>
            {item.source}
          </Fact>
        )}
      </dl>
    </section>
  )
}

const sourceNames = { pdf: 'File', url: 'URL', site: 'Page', text: 'Source' }

function UseRow({ item: { title, isEnabled } }: { item: ShownItem }) {
  return (
    <SwitchRow
      name="Used in answers"
      state={isEnabled ? 'The assistant may cite it.' : 'The assistant does not use it.'}
      label={`Use ${title}`}
      isOn={isEnabled}
      formOf={(isOn) => ({ intent: 'switch', enabled: isOn ? '1' : '0' })}
    />
  )
}

function VisibilityRow({ item: { title, isPublic } }: { item: ShownItem }) {
  return (
    <SwitchRow
      name="Visitors may open this file"
      state={isPublic ? 'Citations link to it.' : 'Only you can open it. Citations show the passage.'}
      label={`Visitors may open ${title}`}
      isOn={isPublic}
      formOf={(isOn) => ({ intent: 'share', public: isOn ? '1' : '0' })}
    />
  )
}

type SwitchRowProps = {
  name: string
  state: string
  label: string
  isOn: boolean
  formOf(isOn: boolean): Record<string, string>
}

function SwitchRow({ name, state, label, isOn, formOf }: SwitchRowProps) {
  const fetcher = useFetcher<KnowledgeAnswer>()
  useActionToast(fetcher.data)
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="text-sm">
        {name}
        <span className="block text-muted">{state}</span>
      </span>
      <Switch
        label={label}
        isOn={isOn}
        isPending={fetcher.state !== 'idle'}
        onSwitch={(to) => void fetcher.submit(formOf(to), { method: 'post' })}
      />
    </div>
  )
}
