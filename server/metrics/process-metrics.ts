import { readdirSync } from 'node:fs'
import { constants, monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'

import { emptyObservations, type Metric, type Observations, observe, type Sample } from './prometheus-text.ts'

const NANOSECONDS = 1e9
const GC_BOUNDS = [0.001, 0.01, 0.1, 1]
/** The delay histogram includes the timer's own period. */
const RESOLUTION_MS = 10

const gcKinds: Record<number, string> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
}

export function watchProcess(): () => Metric[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const gc = new Map<string, Observations>()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { duration } = entry
      const kind = gcKinds[gcKindOf(entry)] ?? 'other'
      const known = gc.get(kind) ?? emptyObservations(GC_BOUNDS)
      gc.set(kind, known)
      observe(known, GC_BOUNDS, duration / 1000)
    }
  }).observe({ entryTypes: ['gc'] })

  return () => {
    const cpu = process.cpuUsage()
    const memory = process.memoryUsage()
    const resources = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (type) => type))
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000)
    const metrics: Metric[] = [
      counter('process_cpu_user_seconds_total', 'Time on a core in our own code.', cpu.user / 1e6),
      counter('process_cpu_system_seconds_total', 'Time on a core in the system.', cpu.system / 1e6),
      gauge(
        'process_start_time_seconds',
        'When the process began, since the epoch.',
        performance.timeOrigin / 1000,
      ),
      gauge('process_resident_memory_bytes', 'Resident memory, as the kernel counts it.', memory.rss),
      gauge('nodejs_heap_size_total_bytes', 'Size of the heap, including its free parts.', memory.heapTotal),
      gauge('nodejs_heap_size_used_bytes', 'Part of the heap that is in use.', memory.heapUsed),
      gauge('nodejs_external_memory_bytes', 'Memory outside the heap, such as buffers.', memory.external),
      {
        type: 'gauge',
        name: 'nodejs_active_resources',
        help: 'Open handles and requests under way that keep the process alive, by type.',
        samples: resources.map(([type, open]) => ({ labels: { type }, value: open?.length ?? 0 })),
      },
      {
        type: 'gauge',
        name: 'process_open_fds',
        help: 'Open file descriptors; absent if the system does not report them.',
        samples: countDescriptors(),
      },
      {
        type: 'gauge',
        name: 'nodejs_eventloop_lag_seconds',
        help: 'Delay of the event loop since the last scrape.',
        samples: [
          quantile('0.5', late(delay.percentile(50))),
          quantile('0.99', late(delay.percentile(99))),
          quantile('1', late(delay.max)),
        ],
      },
      {
        type: 'histogram',
        name: 'nodejs_gc_duration_seconds',
        help: 'Pauses of the garbage collector.',
        bounds: GC_BOUNDS,
        distributions: [...gc].map(([kind, { counts, sum }]) => ({ labels: { kind }, counts, sum })),
      },
    ]
    delay.reset()
    return metrics
  }
}

/** Only Linux lists them as files. */
function countDescriptors(): Sample[] {
  try {
    return [{ value: readdirSync('/proc/self/fd').length }]
  } catch {
    return []
  }
}

/** Node sets this property, but its types lack it. */
function gcKindOf(entry: PerformanceEntry): number {
  const detail: unknown = 'detail' in entry ? entry.detail : null
  return detail instanceof Object && 'kind' in detail ? Number(detail.kind) : 0
}

function quantile(name: string, value: number): Sample {
  return { labels: { quantile: name }, value }
}

function counter(name: string, help: string, value: number): Metric {
  return { type: 'counter', name, help, samples: [{ value }] }
}

function gauge(name: string, help: string, value: number): Metric {
  return { type: 'gauge', name, help, samples: [{ value }] }
}
