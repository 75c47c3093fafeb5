import { z } from 'zod'

const HIDDEN = 2
const NO_VIEW = 32

const text = z.string().nullish().catch(null)

const annotationSchema = z.object({
  subtype: z.string(),
  annotationFlags: z.number().catch(0),
  alternativeText: text,
  fieldValue: z
    .union([z.string(), z.array(z.string()).transform((chosen) => chosen.join(', '))])
    .nullish()
    .catch(null),
  exportValue: text,
  buttonValue: text,
  checkBox: z.boolean().catch(false),
  radioButton: z.boolean().catch(false),
  password: z.boolean().catch(false),
  contentsObj: z.object({ str: z.string() }).nullish().catch(null),
})

type Annotation = z.infer<typeof annotationSchema>

export type AnnotationTexts = { shown: string[]; hidden: string[] }

/** Returns comments and filled-in form fields with their labels; what viewers do not show is separate. */
export function textsOfAnnotations(annotations: readonly unknown[]): AnnotationTexts {
  const [shown, hidden] = [new Set<string>(), new Set<string>()]
  for (const found of annotations) {
    const { data: annotation } = annotationSchema.safeParse(found)
    const words = annotation ? wordsOf(annotation)?.trim() : undefined
    if (!annotation || !words) continue
    const isHidden = (annotation.annotationFlags & (HIDDEN | NO_VIEW)) !== 0
    ;(isHidden ? hidden : shown).add(words)
  }
  return { shown: [...shown], hidden: [...hidden] }
}

function wordsOf(annotation: Annotation): string | null | undefined {
  const { subtype, alternativeText, fieldValue, contentsObj } = annotation
  if (subtype === 'Link' || subtype === 'Popup') return null
  if (subtype !== 'Widget') return contentsObj?.str
  if (!fieldValue || annotation.password) return null
  if (annotation.checkBox || annotation.radioButton) {
    const isChosen = fieldValue === (annotation.checkBox ? annotation.exportValue : annotation.buttonValue)
    return isChosen ? (alternativeText ?? fieldValue) : null
  }
  return alternativeText ? `${alternativeText}: ${fieldValue}` : fieldValue
}
