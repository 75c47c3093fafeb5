import { useTexts } from '#app/ui/locale.tsx'

import { trialTexts } from '../messages.ts'

export function PageLink({ page: { url, title } }: { page: { url: string; title: string } }) {
  const { result } = useTexts(trialTexts)
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-primary underline underline-offset-4"
    >
      <bdi>{title}</bdi>
      <span className="sr-only"> ({result.newTab})</span>
    </a>
  )
}
