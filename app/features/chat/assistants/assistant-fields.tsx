import { englishNameOf, productLanguages } from '#app/lib/languages.ts'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import { corners, icons, themes } from './assistant-choices.ts'
import type { ToolChoice } from '#app/features/chat/tools/chat-tools.server.ts'

import type { AssistantSettings } from './assistant-settings.server.ts'

type FieldsProps = { settings: AssistantSettings; errors: Readonly<Record<string, string>> }

const themeNames = { host: 'As the visitor’s system', light: 'Light', dark: 'Dark' }
const cornerNames = { end: 'Right', start: 'Left' }
const iconNames = { chat: 'Speech bubble', help: 'Question mark', spark: 'Sparkle' }

export function LookFields({ settings, errors }: FieldsProps) {
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5 sm:col-span-2 sm:grid-cols-2">
      <legend className="pe-3 font-semibold">Look</legend>
      <TextField
        id="accent"
        name="accent"
        label="Accent"
        placeholder="#2f6fed"
        hint="Empty for the colour of your brand."
        defaultValue={settings.accent}
        error={errors['accent']}
      />
      <Choice name="theme" label="Light or dark" names={themeNames} choices={themes} first={settings.theme} />
      <Choice name="corner" label="Corner" names={cornerNames} choices={corners} first={settings.corner} />
      <Choice name="icon" label="Icon" names={iconNames} choices={icons} first={settings.icon} />
      <TextField
        id="offset"
        name="offset"
        type="number"
        min={0}
        max={200}
        label="Distance from the edges, in pixels"
        defaultValue={settings.offset}
        error={errors['offset']}
      />
      <Field id="language" label="Language" error={errors['language']}>
        <Select id="language" name="language" defaultValue={settings.language}>
          <option value="">The visitor’s</option>
          {productLanguages.map((tag) => (
            <option key={tag} value={tag}>
              {englishNameOf(tag)}
            </option>
          ))}
        </Select>
      </Field>
    </fieldset>
  )
}

type ChoiceProps<Value extends string> = {
  name: string
  label: string
  choices: readonly Value[]
  names: Readonly<Record<Value, string>>
  first: Value
}

function Choice<Value extends string>({ name, label, choices, names, first }: ChoiceProps<Value>) {
  return (
    <Field id={name} label={label}>
      <Select id={name} name={name} defaultValue={first}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {names[choice]}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type RuleFieldsProps = FieldsProps & { tools: readonly ToolChoice[]; setsRecipients: boolean }

/** What it may do, who is told, and what it may cost. */
export function RuleFields({ settings, errors, tools, setsRecipients }: RuleFieldsProps) {
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5 sm:col-span-2 sm:grid-cols-2">
      <legend className="pe-3 font-semibold">Rules</legend>
      <input type="hidden" name="tools" value={tools.map(({ name }) => name).join(' ')} />
      <fieldset className="sm:col-span-2">
        <legend className="text-sm font-medium text-secondary">Tools that it may use</legend>
        <ul className="mt-2 grid gap-2 sm:grid-cols-2">
          {tools.map(({ name, title }) => (
            <Check key={name} name={`tool:${name}`} label={title} isOn={!settings.toolsOff.includes(name)} />
          ))}
        </ul>
      </fieldset>
      <ul className="grid gap-2 sm:col-span-2">
        <Check name="hasInquiryForm" label="Visitors may leave an inquiry" isOn={settings.hasInquiryForm} />
        <Check
          name="keepsQuery"
          label="Store addresses of pages with what follows the question mark"
          isOn={settings.keepsQuery}
        />
      </ul>
      <Lines
        name="noticeEmails"
        label="Inquiries go to"
        hint={
          setsRecipients
            ? 'One e-mail address per line. Empty for those of your site.'
            : 'Only an owner can change this. Empty for those of your site.'
        }
        defaultValue={settings.noticeEmails.join('\n')}
        readOnly={!setsRecipients}
        error={errors['noticeEmails']}
      />
      <Lines
        name="hours"
        label="Business hours"
        hint="Such as Mon-Fri 9:00-17:00, one line each. Empty for those of your site."
        defaultValue={settings.hours}
        error={errors['hours']}
      />
      <TextField
        id="promise"
        name="promise"
        label="When people answer"
        placeholder="We answer within one working day."
        hint="The assistant may say it. Empty for no promise."
        defaultValue={settings.promise}
        error={errors['promise']}
        className="sm:col-span-2"
      />
      <CapField name="dailyCap" label="Most per day, in US dollars" cap={settings.dailyCap} errors={errors} />
      <CapField
        name="monthlyCap"
        label="Most per month, in US dollars"
        cap={settings.monthlyCap}
        errors={errors}
      />
    </fieldset>
  )
}

type LinesProps = {
  name: string
  label: string
  hint: string
  defaultValue: string
  readOnly?: boolean
  error: string | undefined
}

function Lines({ name, label, hint, error, ...area }: LinesProps) {
  return (
    <Field id={name} label={label} hint={hint} error={error}>
      <TextArea {...fieldControl(name, error, 'hint')} {...area} name={name} rows={3} />
    </Field>
  )
}

type CapFieldProps = Pick<FieldsProps, 'errors'> & { name: string; label: string; cap: number | null }

function CapField({ name, label, cap, errors }: CapFieldProps) {
  return (
    <TextField
      id={name}
      name={name}
      type="number"
      step="any"
      min={0}
      label={label}
      hint="Empty for the limits of the installation, which always apply."
      defaultValue={cap === null ? '' : cap}
      error={errors[name]}
    />
  )
}

function Check({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <li>
      <label className="flex items-center gap-2.5 text-sm">
        <input type="checkbox" name={name} defaultChecked={isOn} className="size-4" />
        {label}
      </label>
    </li>
  )
}
