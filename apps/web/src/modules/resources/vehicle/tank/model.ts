import type { Input, Output } from '@tongda/contract/core/endpoint';
import {
  type Tank,
  tableFaults,
  type tankGet,
  tankPoints,
  type tankSave,
} from '@tongda/contract/resources/vehicle/tank';
import type { TankPoint } from '@tongda/contract/resources/vehicle/tank-shape';

export type TankSetting = Output<typeof tankGet>;

/** A line of the table as it is typed. */
export interface PointLine {
  key: number;
  raw: number | null;
  litres: number | null;
}

/** A tank as it is edited. */
export interface TankDraft {
  tank: number;
  version: number;
  startTime: string | null;
  capacityL: number | null;
  shape: Tank['shape'];
  rangeMin: number | null;
  rangeMax: number | null;
  lines: PointLine[];
  idleLPerH: number | null;
  refLPer100Km: number | null;
  riseL: number | null;
  risePercent: number | null;
  dropL: number | null;
  dropPercent: number | null;
  remark: string;
}

let made = 0;
export const lineOf = (point: Partial<TankPoint> = {}): PointLine => ({
  key: ++made,
  raw: point.raw ?? null,
  litres: point.litres ?? null,
});

/** The tank as it is stored, or an empty one that begins with the capacity of the register. */
export function draftOf({ tanks, capacityL }: TankSetting, no: number): TankDraft {
  const stored = tanks.find(({ tank }) => tank === no);
  if (stored) {
    const { points, ...rest } = stored;
    return { ...rest, lines: points.map(lineOf), remark: '' };
  }
  return {
    tank: no,
    version: 0,
    startTime: null,
    capacityL: no === 1 ? capacityL : null,
    shape: 1,
    rangeMin: null,
    rangeMax: null,
    lines: Array.from({ length: tankPoints.least }, () => lineOf()),
    idleLPerH: null,
    refLPer100Km: null,
    riseL: null,
    risePercent: null,
    dropL: null,
    dropPercent: null,
    remark: '',
  };
}

const isPoint = (line: PointLine): line is PointLine & TankPoint => line.raw !== null && line.litres !== null;
/** Lines in which anything was typed. */
const typedLines = (lines: readonly PointLine[]): PointLine[] =>
  lines.filter(({ raw, litres }) => raw !== null || litres !== null);
export const pointsOf = (lines: readonly PointLine[]): TankPoint[] =>
  lines.filter(isPoint).map(({ raw, litres }) => ({ raw, litres }));

/** What is wrong with each line, by its key. */
export function lineFaults({ lines, capacityL, rangeMin, rangeMax }: TankDraft): Map<number, string> {
  const faults = new Map<number, string>();
  const typed = typedLines(lines);
  for (const line of typed) if (!isPoint(line)) faults.set(line.key, '高度/电压值和油量都要填');
  const whole = typed.filter(isPoint);
  const limits = { capacityL: capacityL ?? 2000, rangeMin, rangeMax };
  for (const { index, msg } of tableFaults(pointsOf(whole), limits)) {
    const line = whole[index];
    if (line && !faults.has(line.key)) faults.set(line.key, msg);
  }
  return faults;
}

/** Why the tank cannot be saved yet; null when it can. */
export function refusalOf(draft: TankDraft): string | null {
  if (draft.capacityL === null) return '请输入油箱容量';
  const count = typedLines(draft.lines).length;
  if (count < tankPoints.least) return `标定点至少${tankPoints.least}个`;
  if (count > tankPoints.most) return `标定点最多${tankPoints.most}个`;
  const faults = lineFaults(draft);
  return faults.size > 0 ? `${faults.size} 个标定点需修改` : null;
}

export const inputOf = (
  vehicleId: string,
  { lines, capacityL, startTime: _start, ...draft }: TankDraft,
  { effectiveFrom, recalc }: { effectiveFrom: string; recalc: boolean },
): Input<typeof tankSave> => ({
  ...draft,
  vehicleId,
  capacityL: capacityL ?? 0,
  points: pointsOf(lines),
  effectiveFrom,
  recalc,
});

/** Points of a text with two numbers a line, as a spreadsheet or a CSV file has them; lines without two numbers (a heading) are left out. */
export const pointsOfText = (text: string): TankPoint[] =>
  text.split(/\r?\n/u).flatMap((line) => {
    const [raw = '', litres = ''] = line.split(/[\t,;，；]| {2,}/u).map((cell) => cell.trim());
    if (raw === '' || litres === '') return [];
    const point = { raw: Number(raw), litres: Number(litres) };
    return Number.isFinite(point.raw) && Number.isFinite(point.litres) ? [point] : [];
  });

/** The same back; with the mark by which spreadsheets know the encoding. */
export const textOfPoints = (points: readonly TankPoint[]): string =>
  `\uFEFF高度/电压值,油量(L)\r\n${points.map(({ raw, litres }) => `${raw},${litres}`).join('\r\n')}\r\n`;
