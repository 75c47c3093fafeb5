import { allActions } from '../all-actions.server.ts'

import { inputSchema, introduction } from './openapi.server.ts'

export function describeApi() {
  return {
    introduction,
    operations: allActions.map((action) => {
      const { properties, required } = inputSchema(action)
      return {
        name: action.name,
        method: action.rest.method,
        path: action.rest.path,
        title: action.title,
        text: action.description,
        permission: action.permission,
        fields: Object.entries(properties).map(([name, schema]) => ({
          name,
          isRequired: required.includes(name),
          text: describeField(schema),
        })),
      }
    }),
  }
}

function describeField(schema: Record<string, unknown>): string {
  const { description, enum: choices, type, maxLength, default: usual } = schema
  const parts = [
    typeof description === 'string' ? description : null,
    Array.isArray(choices) ? `one of ${choices.join(', ')}` : typeof type === 'string' ? type : null,
    typeof maxLength === 'number' ? `at most ${maxLength} characters` : null,
    usual === undefined || usual === '' ? null : `default ${JSON.stringify(usual)}`,
  ]
  return parts.filter((part) => part !== null).join('; ')
}
