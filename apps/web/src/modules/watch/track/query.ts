import { wholeDay } from '@tongda/contract/core/field/time-window';
import { trackMaxDays } from '@tongda/contract/watch/track/calls';
import dayjs, { type Dayjs } from 'dayjs';
import { keptReportSettings } from '../../../kit/session/report-settings';

/** What the panel asks for. Times are wall times of the company, as on the wire. */
export interface TrackQueryForm {
  vehicleId: string;
  preset: string;
  startTime: string;
  endTime: string;
  parkingDuration: number;
  /** 时段: first and last minute of the part of each day that counts */
  operatingHours: [string, string];
  filterDrift: boolean;
  showLate: boolean;
}

type Range = () => [Dayjs, Dayjs];
const daysBack =
  (back: number): Range =>
  () => [dayjs().subtract(back, 'day').startOf('day'), dayjs().subtract(back, 'day').endOf('day')];

/** Choices above the range; `custom` keeps what the range says. */
export const presets: Record<string, { label: string; range?: Range }> = {
  hours2: { label: '2小时', range: () => [dayjs().subtract(2, 'hour'), dayjs()] },
  today: { label: '今天', range: daysBack(0) },
  yesterday: { label: '昨天', range: daysBack(1) },
  before: { label: '前天', range: daysBack(2) },
  custom: { label: '自定义' },
};

const wireTimeOf = (t: Dayjs): string => t.format('YYYY-MM-DD HH:mm:ss');

/** Minutes from which a stop counts: as last chosen here or in a report. */
function usualParking(): number {
  const { parkingDuration } = keptReportSettings();
  return typeof parkingDuration === 'number' && parkingDuration >= 1 && parkingDuration <= 1440 ? parkingDuration : 5;
}

const isClock = (text: unknown): text is string => typeof text === 'string' && /^\d{2}:\d{2}$/u.test(text);
const hoursOf = (given: unknown): [string, string] | null =>
  Array.isArray(given) && given.length === 2 && isClock(given[0]) && isClock(given[1]) ? [given[0], given[1]] : null;
/** Hours of each day: as last chosen here or in a report. */
const usualHours = (): [string, string] => hoursOf(keptReportSettings().operatingHours) ?? wholeDay;

/** The form of an address: `?vehicleId&startTime&endTime`, today when it names no range. */
export function formOf(params: URLSearchParams): TrackQueryForm {
  const start = params.get('startTime');
  const end = params.get('endTime');
  const [from, to] = daysBack(0)();
  const given = start !== null && end !== null && dayjs(start).isValid() && dayjs(end).isValid();
  return {
    vehicleId: params.get('vehicleId') ?? '',
    preset: given ? (params.get('preset') ?? 'custom') : 'today',
    startTime: given ? wireTimeOf(dayjs(start)) : wireTimeOf(from),
    endTime: given ? wireTimeOf(dayjs(end)) : wireTimeOf(to),
    parkingDuration: Number(params.get('parking')) || usualParking(),
    operatingHours: hoursOf(params.get('hours')?.split('-')) ?? usualHours(),
    filterDrift: params.get('drift') !== '0',
    showLate: params.get('late') !== '0',
  };
}

/** The address of a form. */
export const paramsOf = (form: TrackQueryForm): Record<string, string> => ({
  vehicleId: form.vehicleId,
  startTime: form.startTime,
  endTime: form.endTime,
  preset: form.preset,
  ...(form.parkingDuration === usualParking() ? {} : { parking: String(form.parkingDuration) }),
  ...(form.operatingHours.join() === usualHours().join() ? {} : { hours: form.operatingHours.join('-') }),
  ...(form.filterDrift ? {} : { drift: '0' }),
  ...(form.showLate ? {} : { late: '0' }),
});

/** What keeps the form from being queried, in words; empty when nothing does. */
export function problemOf(form: TrackQueryForm): string {
  if (!form.vehicleId) return '请选择车辆';
  const hours = dayjs(form.endTime).diff(form.startTime, 'hour', true);
  if (hours <= 0) return '结束时间不能早于开始时间';
  return hours > trackMaxDays * 24 ? `查询时间跨度不能超过${trackMaxDays}天` : '';
}
