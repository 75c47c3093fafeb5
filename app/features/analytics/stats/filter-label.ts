import type { Filter } from './filters.ts'
import { keyLabel, type ListPanelName, listPanelNames, listPanels } from './panels.ts'
import type { FunnelStep, GoalFigure } from './read-figures.server.ts'

export const stepNames: Record<FunnelStep['step'], string> = {
  page: 'Read a page',
  service: 'Read about a service',
  talk: 'Went to chat or contact',
  inquiry: 'Sent an inquiry',
}

/** Returns a filter in two parts, such as `Country` and `Germany`. */
export function filterLabel(
  { by, key }: Filter,
  goals: readonly GoalFigure[],
): { what: string; value: string } {
  switch (by) {
    case 'lead':
      return { what: 'Campaign or source', value: keyLabel('lead-channels', key) }
    case 'step':
      return { what: 'Step', value: stepNames[key as FunnelStep['step']] ?? key }
    case 'goal':
      return { what: 'Goal', value: goals.find(({ id }) => id === key)?.name ?? 'a goal that was removed' }
    case 'slow':
      return { what: 'Slow', value: key.toUpperCase() }
    case 'crawler':
      return { what: 'AI crawler', value: key }
    default: {
      const panel: ListPanelName = listPanelNames.find((name) => listPanels[name].filter === by) ?? 'pages'
      return { what: listPanels[panel].unit, value: keyLabel(panel, key) }
    }
  }
}
