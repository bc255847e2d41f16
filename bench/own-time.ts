/** Times are in microseconds; `tdur` is the thread's own processor time. */
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

/** Shortens each task to its thread's processor time and moves the events inside it likewise. */
export function withoutWaiting<Event extends TraceEvent>(events: readonly Event[]): Event[] {
  const threads = tasksByThread(events);
  return events.map((event) => {
    const task = taskAt(threads.get(threadOf(event)) ?? [], event.ts);
    if (!task || !['X', 'B', 'E'].includes(event.ph)) return event;
    const ts = Math.round(task.start + (event.ts - task.start) * task.share);
    if (event.dur === undefined) return { ...event, ts };
    // The duration is rounded down, so that no event ends after the task that contains it.
    return { ...event, ts, dur: Math.floor(event.dur * task.share) };
  });
}
