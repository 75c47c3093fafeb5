type Warning = { provider: string; model: string; reason: 'ends' | 'ended' | 'gone'; ends: string | null }

export function modelWarningText({ provider, model, reason, ends }: Warning): string {
  const day =
    ends === null
      ? ''
      : new Date(ends).toLocaleDateString('en', {
          day: 'numeric',
          month: 'long',
          year: 'numeric',
          timeZone: 'UTC',
        })
  if (reason === 'ends') return `${provider} shuts ${model} down on ${day}.`
  if (reason === 'ended') return `${provider} shut ${model} down on ${day}.`
  return `${provider} no longer lists ${model}.`
}
