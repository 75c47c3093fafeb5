import { Form } from 'react-router'

import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'
import { Cell, HeadCell, Table } from '#app/ui/table.tsx'

import { type ColumnField, columnFieldNames, type ColumnMapping } from './columns.ts'
import type { ImportPreview, PreviewRow } from './preview-row.ts'

type ColumnChoiceProps = { preview: ImportPreview; mapping: ColumnMapping; error: string | undefined }

const encodings: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

const separatorNames: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }

const MOST_SHOWN = 40

export function ColumnChoice({ preview, mapping, error }: ColumnChoiceProps) {
  const columns = preview.columns.map((column, n) => ({ ...column, n, field: mapping[n] ?? undefined }))
  const isShown = ({ n, field }: Column) => n < MOST_SHOWN || field !== undefined
  const others = columns.filter((column) => !isShown(column))
  return (
    <Form
      method="post"
      aria-label="Columns"
      className="grid gap-4 rounded-lg border border-line bg-raised p-5 sm:p-6"
    >
      <FormFields>
        <input type="hidden" name="intent" value="columns" />
        <h2 className="text-heading">Columns</h2>
        <p className="text-sm text-secondary">
          Read as {encodings[preview.encoding]}, separated by {separatorNames[preview.separator]}.
        </p>
        {preview.isCut ? (
          <p className="text-sm text-warning">
            The file has more than {preview.columns.length} columns. The others are left out.
          </p>
        ) : null}
        <ColumnList columns={columns.filter(isShown)} />
        {others.length > 0 ? (
          <details>
            <summary className="cursor-pointer text-sm font-medium">
              {others.length === 1 ? '1 other column' : `${others.length} other columns`}
            </summary>
            <div className="mt-3">
              <ColumnList columns={others} />
            </div>
          </details>
        ) : null}
        {error ? (
          <p role="alert" className="text-sm text-danger">
            {error}
          </p>
        ) : null}
        <Button type="submit" tone="outline" className="justify-self-start">
          Preview with these columns
        </Button>
      </FormFields>
    </Form>
  )
}

type Column = ImportPreview['columns'][number] & { n: number; field: ColumnField | undefined }

function ColumnList({ columns }: { columns: readonly Column[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {columns.map(({ title, sample, n, field }) => (
        <li key={n} className="grid min-w-0 content-start gap-1.5">
          <label htmlFor={`column-${n}`} className="truncate text-sm font-medium text-secondary">
            <bdi>{title}</bdi>
          </label>
          <Select
            id={`column-${n}`}
            name={`column-${n}`}
            defaultValue={field}
            aria-describedby={sample ? `sample-${n}` : undefined}
            className="py-2"
          >
            <option value="">Leave out</option>
            {Object.entries(columnFieldNames).map(([name, fieldName]) => (
              <option key={name} value={name}>
                {fieldName}
              </option>
            ))}
          </Select>
          {sample ? (
            <p id={`sample-${n}`} className="truncate text-sm text-muted">
              For example <bdi>{sample}</bdi>
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

const verdicts: Record<PreviewRow['verdict']['kind'], { name: string; tone: BadgeTone }> = {
  new: { name: 'New', tone: 'success' },
  changed: { name: 'Changed', tone: 'accent' },
  left: { name: 'Left out', tone: 'warning' },
}

type PreviewTableProps = { rows: readonly PreviewRow[]; total: number }

export function PreviewTable({ rows, total }: PreviewTableProps) {
  const head = (
    <>
      <HeadCell className="w-18">Line</HeadCell>
      <HeadCell>Person</HeadCell>
      <HeadCell className="w-[45%]">What happens</HeadCell>
    </>
  )
  return (
    <section aria-labelledby="rows-title" className="grid gap-3">
      <h2 id="rows-title" className="text-heading">
        {rows.length < total ? `The first ${rows.length} of ${total.toLocaleString('en-US')} rows` : 'Rows'}
      </h2>
      <Table caption="Rows" head={head}>
        {rows.map(({ line, email, name, company, verdict }) => (
          <tr key={line} className="align-top">
            <Cell className="text-sm text-muted tabular-nums">{line}</Cell>
            <Cell>
              <span className="block break-words">
                <bdi>{name || email}</bdi>
              </span>
              <span className="block text-sm break-words text-muted">
                <bdi>{[name ? email : '', company].filter(Boolean).join(', ')}</bdi>
              </span>
            </Cell>
            <Cell className="text-sm">
              <Badge tone={verdicts[verdict.kind].tone}>{verdicts[verdict.kind].name}</Badge>
              <span className="mt-1 block break-words text-secondary">
                {verdict.kind === 'left' ? verdict.reason : null}
                {verdict.kind === 'changed' ? `Fills in ${verdict.fields.join(', ')}.` : null}
              </span>
            </Cell>
          </tr>
        ))}
      </Table>
    </section>
  )
}
