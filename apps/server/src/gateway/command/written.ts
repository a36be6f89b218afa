import { keysOf } from '@tongda/contract/core/keys';
import type { CommandArea, CommandLine, TerminalCommand } from '@tongda/contract/core/topics';
import { ByteWriter } from '@tongda/protocol/bytes';
import { driverListMode, driverListType, encodeDriverList } from '@tongda/protocol/driver-list/frame';
import { type Bodies, msgId } from '@tongda/protocol/jt808/codec';
import type { HeaderVersion } from '@tongda/protocol/jt808/header';
import { type AreaRules, areaAttribute, areaMode } from '@tongda/protocol/jt808/messages/area/rules';
import { listMode } from '@tongda/protocol/jt808/messages/command/8301';
import { encodeChangedFields } from '@tongda/protocol/jt808/messages/parameter/values';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { chinaOffsetMs } from '@tongda/protocol/jt808/time';
import { type Step, stepWith } from './step';
import { textFlagsOf } from './text-flags';

/** 0x8401: may call in, and may be called. */
const BOTH_WAYS = 3;
/** 0x8105: the terminal restarts. */
const RESET = 4;
/** The terminal reports speeding after this many seconds above the limit. */
const OVERSPEED_S = 10;
/** The messages that a task of 写入设备 consists of, in the order they are sent. */
export function writtenSteps(command: TerminalCommand, version: HeaderVersion): Step[] {
  switch (command.kind) {
    case 'text':
      return [
        stepWith(msgId.text, {
          flags: textFlagsOf({ ...command, show: true }, version),
          kind: command.textType ?? 1,
          text: command.text,
        }),
      ];
    case 'params':
      return [
        stepWith(msgId.setParameters, {
          parameters: command.values.map((one) => ({
            id: one.id,
            value:
              'fields' in one ? encodeChangedFields(one.id, one.fields) : new ByteWriter(4).u32(one.value).result(),
          })),
        }),
      ];
    case 'phoneBook':
      return [
        stepWith(msgId.phoneBook, {
          mode: listMode[command.mode],
          contacts: command.contacts.map((contact) => ({ ...contact, direction: BOTH_WAYS })),
        }),
      ];
    case 'driverList':
      return [
        stepWith(msgId.transparentDown, {
          type: driverListType,
          data: encodeDriverList({ mode: driverListMode[command.mode], drivers: command.drivers }),
        }),
      ];
    case 'readParams':
      return [stepWith(msgId.queryAllParameters, emptyMessage, { answerId: msgId.parameters })];
    case 'reset':
      return [stepWith(msgId.terminalControl, { command: RESET, args: '' })];
    case 'clear':
      return command.shapes.map((shape) => stepWith(deletions[shape], { ids: [] }));
    case 'areas':
      return areaSteps(command);
  }
}

const deletions = {
  circles: msgId.deleteCircles,
  rects: msgId.deleteRects,
  polygons: msgId.deletePolygons,
  lines: msgId.deleteRoutes,
} as const;

type Areas = Extract<TerminalCommand, { kind: 'areas' }>;

/** The settings of an area in a terminal: driver and platform are told when the vehicle enters or leaves; a speed limit is watched where there is one. */
const rulesOf = ({ id, name, limitKmh }: CommandArea): AreaRules => ({
  id,
  name,
  attributes: areaAttribute.driverIn | areaAttribute.platformIn | areaAttribute.driverOut | areaAttribute.platformOut,
  period: null,
  speed: limitKmh === null ? null : { limitKmh, seconds: OVERSPEED_S, nightKmh: limitKmh },
});
const pointOf = ([lng, lat]: [number, number]) => ({ lng, lat });

function areaSteps({ mode, circles, rects, polygons, lines, remove = {} }: Areas): Step[] {
  const how = { replace: areaMode.update, append: areaMode.append, modify: areaMode.modify }[mode];
  const steps = keysOf(deletions).flatMap((shape) => {
    const ids = remove[shape] ?? [];
    return ids.length > 0 ? [stepWith(deletions[shape], { ids })] : [];
  });
  if (circles.length > 0)
    steps.push(
      stepWith(msgId.setCircles, {
        mode: how,
        areas: circles.map((c) => ({ ...rulesOf(c), centre: { lng: c.lng, lat: c.lat }, radiusM: c.radiusM })),
      }),
    );
  if (rects.length > 0)
    steps.push(
      stepWith(msgId.setRects, {
        mode: how,
        areas: rects.map((r) => ({
          ...rulesOf(r),
          northWest: { lng: r.west, lat: r.north },
          southEast: { lng: r.east, lat: r.south },
        })),
      }),
    );
  // polygons and lines have no mode in the standard: each replaces the one with its id
  if (polygons.length > 0 && mode === 'replace') steps.push(stepWith(msgId.deletePolygons, { ids: [] }));
  for (const p of polygons) steps.push(stepWith(msgId.setPolygon, { ...rulesOf(p), points: p.points.map(pointOf) }));
  if (lines.length > 0 && mode === 'replace') steps.push(stepWith(msgId.deleteRoutes, { ids: [] }));
  for (const line of lines) steps.push(stepWith(msgId.setRoute, routeOf(line)));
  return steps;
}

/** The largest value of the field, which means: no upper limit, s. */
const ALWAYS_S = 0xffff;
/** Digits YYMMDDhhmmss of an epoch ms in China's time. */
const digitsOf = (at: number): string => new Date(at + chinaOffsetMs).toISOString().replace(/\D/gu, '').slice(2, 14);

/** The message that sets a line. Corners of one section share its number, limit and times; a line without sections gets one for each corner. */
function routeOf(line: CommandLine): Bodies[typeof msgId.setRoute] {
  const { attributes } = rulesOf(line);
  const { period, sections } = line;
  return {
    id: line.id,
    attributes,
    period: period ? { from: digitsOf(period.from), to: digitsOf(period.to) } : null,
    name: line.name,
    points: line.points.map((point, i) => {
      const at = sections?.findLastIndex(({ fromPoint }) => fromPoint <= i) ?? -1;
      const section = sections?.[at];
      const { atLeastS, atMostS } = section ?? { atLeastS: null, atMostS: null };
      return {
        ...pointOf(point),
        id: i + 1,
        sectionId: section ? at + 1 : i + 1,
        widthM: Math.min(255, line.widthM),
        times: atLeastS === null && atMostS === null ? null : { atMostS: atMostS ?? ALWAYS_S, atLeastS: atLeastS ?? 0 },
        speed: rulesOf({ ...line, limitKmh: section ? section.limitKmh : line.limitKmh }).speed,
      };
    }),
  };
}
