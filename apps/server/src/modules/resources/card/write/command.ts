import type { CommandArea, CommandLine, CommandSection, TerminalCommand } from '@tongda/contract/core/topics';
import { paramsToSet, type WriteFields, writeLimits, writeParams } from '@tongda/contract/resources/card/write-calls';
import { textType, writeContent } from '@tongda/contract/resources/enums';
import { simplifyIndices } from '@tongda/geo/simplify';
import type { LngLat } from '@tongda/geo/types';
import { cutWay, wayOf } from '@tongda/geo/way';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { invalid } from '../../../../core/http/errors';
import { shapeOf } from '../../../../kernel/ground/place-shape';
import { loadPlacesForWriting, type WrittenPlace } from '../../../ground/place/door';
import { type ListedDriver, loadListedDrivers } from './drivers';

/** A task to be written: the command for the terminals, its summary in words, and the ids of the places that it carries. */
export interface Composed {
  command: TerminalCommand;
  summary: string;
  placeIds?: readonly string[];
}

/** Builds the command of a task from its form, with the places as they are now. */
export async function composeCommand(trx: Trx, ctx: Ctx, v: WriteFields): Promise<Composed> {
  switch (v.content) {
    case writeContent.text:
      return {
        command: { kind: 'text', text: v.text, urgent: v.urgent, speak: v.speak, textType: v.textType },
        summary: `${v.urgent ? '紧急，' : ''}${v.textType === textType.service ? '服务，' : ''}${v.speak ? '播报并显示' : '显示'}：${v.text}`,
      };
    case writeContent.params: {
      const values = paramsToSet(v);
      return {
        command: { kind: 'params', values: values.map(({ key, value }) => ({ id: writeParams[key].id, value })) },
        summary: values
          .map(({ key, value }) => `${writeParams[key].label} ${value}${writeParams[key].unit}`)
          .join('，'),
      };
    }
    case writeContent.phoneBook: {
      const names = v.contacts.map(({ name }) => name).join('、');
      return {
        command: { kind: 'phoneBook', mode: v.mode, contacts: v.contacts },
        summary: `${listWords[v.mode]} ${names}`,
      };
    }
    case writeContent.driverList:
      return composeDriverList(await loadListedDrivers(trx, ctx, v.driverIds), v.mode);
    case writeContent.readParams:
      return { command: { kind: 'readParams' }, summary: '读取全部参数' };
    case writeContent.reset:
      return { command: { kind: 'reset' }, summary: '重启终端' };
    case writeContent.clear:
      return clearCommand;
    case writeContent.places:
      return composeAreas(await loadPlacesForWriting(trx, ctx, v.placeIds), v);
  }
}

/** What happens to the contacts or drivers that the terminal has already. */
const listWords = { replace: '全部换为', append: '追加', modify: '修改' } as const;

function composeDriverList(drivers: ListedDriver[], mode: WriteFields['mode']): Composed {
  const names = drivers.map(({ name }) => name).join('、');
  return {
    command: { kind: 'driverList', mode, drivers },
    summary: drivers.length === 0 ? '清空司机白名单' : `${listWords[mode]} ${names}`,
  };
}

export const clearCommand: Composed = {
  command: { kind: 'clear', shapes: ['circles', 'rects', 'polygons', 'lines'] },
  summary: '清除终端中的全部区域和线路',
};

type Areas = Extract<TerminalCommand, { kind: 'areas' }>;
const shapes = ['circles', 'rects', 'polygons', 'lines'] as const;

/**
 * Builds the command that brings terminals which got `old` up to date: the changed places are removed by the shape that they had, and those that
 * still exist are added in their present form.
 */
export async function composeRefresh(
  trx: Trx,
  ctx: Ctx,
  old: TerminalCommand,
  changedIds: readonly string[],
): Promise<Composed> {
  if (old.kind !== 'areas') throw new Error('only places are refreshed');
  const changed = new Set(changedIds.map(Number));
  const remove: NonNullable<Areas['remove']> = {};
  const gone: string[] = [];
  const present = await loadPlacesForWriting(trx, ctx, changedIds);
  for (const shape of shapes)
    for (const { id, name } of old[shape]) {
      if (!changed.has(id)) continue;
      remove[shape] = [...(remove[shape] ?? []), id];
      if (!present.some((place) => Number(place.id) === id)) gone.push(name);
    }
  const { command, summary } = composeAreas(present, { placeIds: present.map(({ id }) => id), mode: 'append' });
  const words = [
    ...(present.length > 0 ? [`更新 ${summary.slice(modeWords.append.length + 1)}`] : []),
    ...(gone.length > 0 ? [`删除 ${gone.join('、')}`] : []),
  ];
  // `composeAreas` always builds a command of kind `areas`, the one that has `remove`; its declared type is the union of all commands
  return { command: { ...command, remove } as TerminalCommand, summary: words.join('；'), placeIds: changedIds };
}

const modeWords = { replace: '更新', append: '追加', modify: '修改' } as const;

function composeAreas(
  places: readonly WrittenPlace[],
  { placeIds, mode }: Pick<WriteFields, 'placeIds' | 'mode'>,
): Composed {
  const known = new Map(places.map((p) => [p.id, p]));
  const command: Areas = {
    kind: 'areas',
    mode,
    circles: [],
    rects: [],
    polygons: [],
    lines: [],
  };
  const names: string[] = [];
  for (const id of new Set(placeIds)) {
    const place = known.get(id);
    if (!place) throw invalid({ field: 'placeIds', msg: '选择的区域、站点或线路不存在或已删除' });
    names.push(place.name);
    const head: CommandArea = { id: Number(id), name: place.name, limitKmh: place.speedLimitKmh };
    const shape = shapeOf(place);
    if (shape.kind === 'circle')
      command.circles.push({ ...head, lng: shape.centre[0], lat: shape.centre[1], radiusM: Math.round(shape.radiusM) });
    else if (shape.kind === 'rect') {
      const [west, south, east, north] = shape.box;
      command.rects.push({ ...head, west, south, east, north });
    } else if (shape.kind === 'polygon') command.polygons.push({ ...head, points: (shape.rings[0] ?? []).map(toPair) });
    else if (shape.kind === 'line')
      command.lines.push({ ...head, ...lineShapeOf(place, shape.path), widthM: shape.halfWidthM * 2 });
    else throw invalid({ field: 'placeIds', msg: `${place.name}是行政区，终端不能保存行政区，请改画多边形` });
  }
  return { command, summary: `${modeWords[mode]} ${names.join('、')}`, placeIds };
}

/** Builds the command that adds places to those that the terminals already hold. */
export const composePlaces = async (trx: Trx, ctx: Ctx, placeIds: readonly string[]): Promise<Composed> =>
  composeAreas(await loadPlacesForWriting(trx, ctx, placeIds), { placeIds: [...placeIds], mode: 'append' });

export const toPair = ([lng, lat]: LngLat): [number, number] => [lng, lat];

/** The corners of a line, at most `linePoints`, and for a line with segments the section rules with the corner from which each holds. */
function lineShapeOf(
  { name, segments, speedLimitKmh }: WrittenPlace,
  path: readonly LngLat[],
): Pick<CommandLine, 'points' | 'sections'> {
  if (segments.length === 0) return { points: thinLine(path).map(toPair) };
  const way = wayOf(path);
  const endM = way.atM.at(-1) ?? 0;
  const borders = [...new Set([0, ...segments.flatMap(({ fromKm, toKm }) => [fromKm * 1000, toKm * 1000])])]
    .filter((atM) => atM < endM)
    .sort((a, b) => a - b);
  if (borders.length > writeLimits.lineSections)
    throw invalid({
      field: 'placeIds',
      msg: `${name}分段过多，终端最多写入${writeLimits.lineSections}段，请合并相邻的分段`,
    });
  const stretches = borders.map((fromM, i) => cutWay(way, fromM, borders[i + 1] ?? endM));
  const corners = new Set(stretches.flatMap(([first]) => (first ? [first] : [])));
  // each stretch ends with the point at which the next one begins, which is kept once
  const line = thinLine(
    [...stretches.flatMap((stretch) => stretch.slice(0, -1)), ...(stretches.at(-1)?.slice(-1) ?? [])],
    corners,
  );
  const at = new Map(line.map((point, i) => [point, i]));
  const sections = stretches.flatMap(([first], i): CommandSection[] => {
    const fromM = borders[i] ?? 0;
    const piece = segments.find(({ fromKm, toKm }) => fromM >= fromKm * 1000 && fromM < toKm * 1000);
    const seconds = (minutes: number | null | undefined) => (minutes ? Math.round(minutes * 60) : null);
    const rules = { atLeastS: seconds(piece?.atLeastMin), atMostS: seconds(piece?.atMostMin) };
    return first ? [{ fromPoint: at.get(first) ?? 0, limitKmh: piece?.speedLimitKmh ?? speedLimitKmh, ...rules }] : [];
  });
  return { points: line.map(toPair), sections };
}

/** Simplifies a line until it has at most `linePoints` corners, doubling the tolerance from 10 m on; the points of `keep` stay. */
export function thinLine(path: readonly LngLat[], keep: ReadonlySet<LngLat> = new Set()): LngLat[] {
  let line = path;
  for (let toleranceM = 10; line.length > writeLimits.linePoints; toleranceM *= 2) {
    const staying = line.flatMap((point, i) => (keep.has(point) ? [i] : []));
    const kept = new Set(simplifyIndices(line, toleranceM, staying));
    line = line.filter((_, i) => kept.has(i));
  }
  return [...line];
}
