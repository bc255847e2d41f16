/** What this reads of an event of Chromium's trace; times in microseconds, `tdur` of the thread's own processor time. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

interface Task {
  readonly start: number;
  readonly end: number;
  /** How much of its time the thread had the processor, 0 to 1. */
  readonly share: number;
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`;

function tasksByThread(events: readonly TraceEvent[]): Map<string, Task[]> {
  const threads = new Map<string, Task[]>();
  for (const event of events) {
    const { name, ph, ts, dur, tdur } = event;
    if (name !== 'RunTask' || ph !== 'X' || !dur || tdur === undefined) continue;
    const tasks = threads.get(threadOf(event)) ?? [];
    tasks.push({ start: ts, end: ts + dur, share: Math.min(1, tdur / dur) });
    threads.set(threadOf(event), tasks);
  }
  for (const tasks of threads.values()) tasks.sort((a, b) => a.start - b.start);
  return threads;
}

/** The task of a thread that was running at a time. */
function taskAt(tasks: readonly Task[], time: number): Task | undefined {
  let from = 0;
  let to = tasks.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((tasks[middle]?.start ?? Infinity) <= time) from = middle + 1;
    else to = middle;
  }
  const task = tasks[from - 1];
  return task && time <= task.end ? task : undefined;
}

/**
 * The same trace on a machine where no task waits for a processor: each task begins when it began and lasts as long
 * as its thread really computed, with all that happened in it moved together likewise.
 */
export function withoutWaiting<Event extends TraceEvent>(events: readonly Event[]): Event[] {
  const threads = tasksByThread(events);
  return events.map((event) => {
    const task = taskAt(threads.get(threadOf(event)) ?? [], event.ts);
    if (!task || !['X', 'B', 'E'].includes(event.ph)) return event;
    const ts = Math.round(task.start + (event.ts - task.start) * task.share);
    if (event.dur === undefined) return { ...event, ts };
    // Rounded down, so that nothing ends after what it happened in.
    return { ...event, ts, dur: Math.floor(event.dur * task.share) };
  });
}
