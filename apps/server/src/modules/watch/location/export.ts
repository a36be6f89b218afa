import type { Parsed } from '@tongda/contract/core/endpoint';
import { type LiveVehicle, motionState } from '@tongda/contract/core/live';
import {
  type MonitorRow,
  type MonitorVehicle,
  monitorExport,
  monitorExportColumns,
} from '@tongda/contract/watch/location/calls';
import { registerExport } from '../../../core/export/definition';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { totalLitresOf } from '../../../kernel/motion/fuel-level';
import { validTempC } from '../../../kernel/temperature/figures';
import { findAddress } from '../track/door';
import { listLive, listMonitorVehicles } from './repo';

type Input = Parsed<typeof monitorExport>;

/** `X天X小时X分`, seconds under a minute (community.md 0). */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}秒`;
  const minutes = Math.floor(seconds / 60);
  const parts: Array<[number, string]> = [
    [Math.floor(minutes / 1440), '天'],
    [Math.floor(minutes / 60) % 24, '小时'],
    [minutes % 60, '分'],
  ];
  return parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : '')).join('');
}

async function* exportRows(ctx: Ctx, input: Input): AsyncGenerator<MonitorRow> {
  const now = Date.now();
  const filter = { vehicleIds: input.vehicleIds };
  const { vehicles, live } = await ctx.db(async (trx) => ({
    vehicles: await listMonitorVehicles(trx, ctx, filter),
    live: await listLive(trx, ctx, filter, now),
  }));
  const byId = new Map(live.map((state) => [state.vehicleId, state]));
  for (const vehicle of vehicles) yield toRow(ctx, vehicle, byId.get(vehicle.vehicleId), now);
}

async function toRow(
  ctx: Ctx,
  vehicle: MonitorVehicle,
  live: LiveVehicle | undefined,
  now: number,
): Promise<MonitorRow> {
  const tem = (channel: number) => validTempC(live?.tempC[channel - 1]);
  const heard = live !== undefined && live.state !== motionState.never;
  return {
    plateNo: vehicle.plateNo,
    remarkNo: vehicle.remarkNo,
    fleetName: vehicle.fleetName,
    driverName: vehicle.driverName,
    state: live?.state ?? motionState.never,
    stateDuration: heard ? durationWords(now - live.stateSince) : '',
    speedKmh: live?.speedKmh ?? null,
    gpsTime: live?.deviceTime ? wireTime(live.deviceTime, ctx.timeZone) : '',
    address: live?.lng == null || live.lat === null ? '' : await findAddress(live.lng, live.lat),
    tem1: tem(1),
    tem2: tem(2),
    tem3: tem(3),
    tem4: tem(4),
    hum1: live?.humPct[0] ?? null,
    doors: doorWords(vehicle, live),
    oilL: live ? totalLitresOf(live.fuelL) : null,
    todayMileageKm: Math.round((live?.todayMileageM ?? 0) / 100) / 10,
    terminalNo: vehicle.terminalNo,
    serviceEnd: vehicle.serviceEnd ?? '',
  };
}

/** `后门、侧门 开`, `关` when all that are fitted are closed, '' without doors. */
function doorWords(vehicle: MonitorVehicle, live: LiveVehicle | undefined): string {
  const doors = vehicle.probes.filter((probe) => probe.kind === 'door');
  const open = doors.filter((door) => live?.doorOpen[door.channel - 1] === true).map((door) => door.name);
  if (open.length > 0) return `${open.join('、')} 开`;
  return doors.length > 0 && live ? '关' : '';
}

/** The drawer's list as a file. */
export const monitorFile = registerExport<typeof monitorExport, MonitorRow>({
  endpoint: monitorExport,
  module: '位置信息',
  name: '车辆实时列表',
  columns: monitorExportColumns,
  condition: async (_ctx, input) => (input.vehicleIds ? `所选车辆 ${input.vehicleIds.length} 辆` : '全部可见车辆'),
  count: (ctx, input) =>
    ctx.db(async (trx) => (await listMonitorVehicles(trx, ctx, { vehicleIds: input.vehicleIds })).length),
  rows: exportRows,
});
