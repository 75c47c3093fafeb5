import { z } from 'zod'

import { TrialForm } from '#app/features/site-trial/trial-form.tsx'
import { SectionHead } from '#app/ui/section.tsx'
import { useFrameData } from '#app/ui/use-site.ts'

import { defineBlock } from '../define-block.ts'

import { Band, bandWithTextFields } from './band.tsx'

export const siteTrialBlock = defineBlock({
  type: 'site-trial',
  version: 1,
  title: 'Try it on your own site',
  help: 'Visitors enter the address of their website and get a private page with an assistant that answers from it, measurements and what could be automated. It stays hidden until the assistant has a provider.',
  schema: z.object(bandWithTextFields),
  Component({ id, ground, title, text }) {
    const isOffered = useFrameData<{ offersTrial: boolean }>()?.offersTrial
    if (!isOffered) return null
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-9" />
        <TrialForm id={id} />
      </Band>
    )
  },
})
