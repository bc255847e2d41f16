import { useEffect, useState, type ReactElement } from 'react';

import { SECOND_MS } from '../../../../contract/durations.ts';
import {
  readTraffic,
  TRAFFIC_KINDS,
  type CountedTraffic,
  type Traffic,
  type TrafficKind,
} from '../../../../local/traffic.ts';
import { formatBytes } from '../../../ui/text/format-text.ts';
import css from './profile.module.css';

const NAMES: Readonly<Record<TrafficKind, string>> = {
  app: 'The app and its pages',
  pictures: 'Pictures and videos',
  data: 'Vouchers, wallet, the rest',
};
const READ_EVERY_MS = 3 * SECOND_MS;

const total = (traffic: Traffic): number =>
  TRAFFIC_KINDS.reduce((sum, kind) => sum + traffic[kind], 0);
const shown = (bytes: number): string => (bytes === 0 ? '0' : formatBytes(bytes));

function useTraffic(): CountedTraffic | undefined {
  const [traffic, setTraffic] = useState<CountedTraffic>();
  useEffect(() => {
    const read = (): void => void readTraffic(Date.now()).then(setTraffic, () => undefined);
    read();
    const timer = setInterval(() => {
      if (!document.hidden) read();
    }, READ_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return traffic;
}

export function DataMeter(): ReactElement | null {
  const traffic = useTraffic();
  if (!traffic) return null;
  const { session, month } = traffic;
  return (
    <div className="stack g2">
      <table className={css['traffic']} aria-label="Data used">
        <thead className="xs muted">
          <tr>
            <th scope="col">For</th>
            <th scope="col">This session</th>
            <th scope="col">This month</th>
          </tr>
        </thead>
        <tbody>
          {TRAFFIC_KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row">{NAMES[kind]}</th>
              <td>{shown(session[kind])}</td>
              <td>{shown(month[kind])}</td>
            </tr>
          ))}
          <tr className="semi">
            <th scope="row">All</th>
            <td>{shown(total(session))}</td>
            <td>{shown(total(month))}</td>
          </tr>
        </tbody>
      </table>
      <p className="xs muted">
        What Goodies loaded in this browser. What it sent, and push messages, are not counted, so
        your network may show a little more. A session ends after half an hour without use.
      </p>
    </div>
  );
}
