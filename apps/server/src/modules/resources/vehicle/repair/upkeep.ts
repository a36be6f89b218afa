import { dayMs } from '@tongda/contract/core/durations';
import { roundTo } from '@tongda/contract/core/round';
import { type NextUpkeep, upkeepSoon } from '@tongda/contract/resources/vehicle/repair';

/** What the next upkeep is calculated from: days in the company's zone, distances in km. */
export interface UpkeepFacts {
  everyKm: number | null;
  everyDays: number | null;
  /** day on which the last upkeep was finished, and the odometer at that time */
  lastDate: string | null;
  lastKm: number | null;
  odometerKm: number | null;
  today: string;
}

const roundToTenth = (km: number): number => roundTo(km, 1);
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** 下次保养, by distance or days since the last one, whichever comes first. Null without an interval; `unknown` before the first upkeep. */
export function computeNextUpkeep({
  everyKm,
  everyDays,
  lastDate,
  lastKm,
  odometerKm,
  today,
}: UpkeepFacts): NextUpkeep | null {
  if (everyKm === null && everyDays === null) return null;
  const dueKm = everyKm === null || lastKm === null ? null : roundToTenth(lastKm + everyKm);
  const leftKm = dueKm === null || odometerKm === null ? null : roundToTenth(dueKm - odometerKm);
  const dueDate = everyDays === null || lastDate === null ? null : addDays(lastDate, everyDays);
  const leftDays = dueDate === null ? null : daysBetween(today, dueDate);
  const known = [leftKm, leftDays].some((left) => left !== null);
  const over = (leftKm !== null && leftKm <= 0) || (leftDays !== null && leftDays < 0);
  const soon = (leftKm !== null && leftKm <= upkeepSoon.km) || (leftDays !== null && leftDays <= upkeepSoon.days);
  return {
    lastDate,
    lastKm,
    dueKm,
    leftKm,
    dueDate,
    leftDays,
    state: !known ? 'unknown' : over ? 'over' : soon ? 'soon' : 'ok',
  };
}
