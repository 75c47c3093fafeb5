import { z } from 'zod'

import { assertDefined } from '#app/lib/assert-defined.ts'

import { blockTypes } from '../blocks.ts'
import { fieldMetaOf } from '../fields.ts'
import { pageDocumentSchema } from '../page-document.ts'

import { manifestSchema, pageFileSchema, redirectsSchema } from './archive-format.ts'

/** The parts of docs/content-format.md that are made of the schemas: a list of the blocks, and JSON Schema of everything. */
export function describeFormat(): string {
  return `${blockTypes.map(describeBlock).join('\n\n')}\n\n## JSON Schema\n\n\`\`\`json\n${JSON.stringify(formatSchema(), null, 1).replaceAll('](', String.raw`]\u0028`)}\n\`\`\`\n`
}

function describeBlock({ type, version, title, help, schema }: (typeof blockTypes)[number]): string {
  const rows = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const meta = assertDefined(fieldMetaOf(field), 'fields.ts describes every field')
    const said = [meta.title, meta.description, meta.isRequired ? 'Needed.' : ''].filter(Boolean).join('. ')
    return `| \`${name}\` | ${meta.control} | ${legible(said)} |`
  })
  return [
    `### \`${type}\`, version ${version}: ${title}`,
    help,
    ['| Field | Control | Says |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n')
}

/** What would be taken for a column or a link stays text. */
function legible(text: string): string {
  return text
    .replaceAll('|', String.raw`\|`)
    .replaceAll('..', '.')
    .replaceAll('](', ']&#40;')
}

/** JSON Schema (2020-12) of an archive's files, with what is read rather than what is stored. */
function formatSchema(): object {
  const blocks = Object.fromEntries(blockTypes.map(({ type, schema }) => [type, schemaOf(schema)]))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: {
      'content.json': schemaOf(manifestSchema),
      'redirects.json': schemaOf(redirectsSchema),
      'pages/ID.json': schemaOf(pageFileSchema),
      document: schemaOf(pageDocumentSchema),
      blocks,
    },
  }
}

function schemaOf(schema: z.ZodType): object {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema }) {
      // How the editor draws a field is told by the list of the blocks.
      for (const name of ['control', 'isRequired', 'places', 'labels']) delete jsonSchema[name]
    },
  })
  return described
}
