import { type DemoVehicle, demoVehicles } from '../fleet/demo';
import type { TerminalPoint } from './event';
import { simulateVehicle } from './simulate';

/** A Monday, as the stories return every week. */
export const monday = Date.parse('2026-11-16T00:00:00+08:00');
/** A truck of the demo fleet by its number. */
export const vehicle = (no: number): DemoVehicle => {
  const found = demoVehicles[no - 1];
  if (!found || found.no !== no) throw new Error(`no vehicle ${no}`);
  return found;
};
/** What the terminal of a truck reports between two moments. */
export const pointsOf = (v: DemoVehicle, from: number, to: number): TerminalPoint[] =>
  [...simulateVehicle(v, from, to)].flatMap((e) => (e.kind === 'point' ? [e.point] : []));
