import { DAY_MS } from '../../contract/durations.ts';

/** Whether it is a time zone by the names of IANA, not an offset such as '+08:00'. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Tells what the clocks of a time zone show: 'YYYY-MM-DD HH:MM:SS'. */
export function clockIn(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (at) => format.format(at);
}

/** The first moment of a day in a time zone, also of one whose midnight its summer time leaves out. @param day 'YYYY-MM-DD' */
export function startOfDay(day: string, timeZone: string): Date {
  const clock = clockIn(timeZone);
  const midnight = Date.parse(day);
  // The clocks are set at most once within the two days.
  const starts = [-DAY_MS, DAY_MS].map((apart) => {
    const near = midnight + apart;
    return midnight - (Date.parse(`${clock(new Date(near))}Z`) - near);
  });
  const inDay = starts.filter((ms) => clock(new Date(ms)) >= day);
  return new Date(Math.min(...inDay));
}
