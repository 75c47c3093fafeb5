import type { ProviderModels } from '#app/features/ai/models/model-choices.server.ts'
import { withoutDate } from '#app/features/ai/models/model-name.ts'
import { TextField } from '#app/ui/field.tsx'

type PriceFieldsProps = {
  model: string
  of: ProviderModels
  errors: Readonly<Record<string, string>>
}

/** Always visible for a model without a listed price; collapsed otherwise. */
export function PriceFields({ model, of, errors }: PriceFieldsProps) {
  const known = of.prices[model] ?? of.prices[withoutDate(model)]
  const own = known?.own
  const isFaulty = errors['inputPrice'] !== undefined || errors['outputPrice'] !== undefined
  const fields = (
    <div key={model} className="grid gap-5 sm:grid-cols-2">
      <TextField
        id="inputPrice"
        name="inputPrice"
        label="Input price"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={own?.input}
        hint="US dollars a million tokens"
        error={errors['inputPrice']}
      />
      <TextField
        id="outputPrice"
        name="outputPrice"
        label="Output price"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={own?.output}
        hint="US dollars a million tokens"
        error={errors['outputPrice']}
      />
    </div>
  )
  if (!known?.listed)
    return (
      <div className="grid gap-3 sm:col-span-2">
        <p className="text-sm text-secondary">
          {own
            ? `The spending caps count ${model} at your own price.`
            : `The price of ${model} is not known. Until you enter it, the spending caps assume an estimate of ${priceText(of.estimate)}.`}
        </p>
        {fields}
      </div>
    )
  return (
    <details open={isFaulty} className="grid gap-3 sm:col-span-2">
      <summary className="cursor-pointer text-sm font-medium text-secondary">Own price</summary>
      <p className="my-3 text-sm text-secondary">
        The list price is {priceText(known.listed)}. A price that you enter replaces it, for example if a
        gateway charges a different one.
      </p>
      {fields}
    </details>
  )
}

function priceText({ input, output }: { input: number; output: number }): string {
  return `$${input} for input and $${output} for output a million tokens`
}
