import { Tabs } from '#app/ui/tabs.tsx'

import { TextForm } from './text-form.tsx'
import { UploadForm } from './upload-form.tsx'
import { UrlForm } from './url-form.tsx'

const addTabs = ['upload', 'text', 'url'] as const
type AddTab = (typeof addTabs)[number]

export function readAddTab(params: URLSearchParams): AddTab {
  return addTabs.find((tab) => tab === params.get('tab')) ?? 'upload'
}

type AddTabsProps = {
  initial: AddTab
  /** The visitor's question that a text is to answer. */
  question: { id: string; text: string } | null
  /** Of a form that was sent without script. */
  errors: Readonly<Record<string, string>>
  onAdded: (id: string) => void
}

/** The three ways in which knowledge comes in. */
export function AddTabs({ initial, question, errors, onAdded }: AddTabsProps) {
  return (
    <Tabs
      label="Add knowledge"
      initial={initial}
      hrefOf={(tab) => `/admin/knowledge?tab=${tab}`}
      tabs={[
        { id: 'upload', name: 'Upload', panel: <UploadForm error={errors['file']} /> },
        {
          id: 'text',
          name: 'Text',
          panel: <TextForm question={question} errors={errors} onAdded={onAdded} />,
        },
        { id: 'url', name: 'URL', panel: <UrlForm errors={errors} onAdded={onAdded} /> },
      ]}
    />
  )
}
