import type { BatchLine } from '@tongda/contract/core/register/pieces';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, notFound } from '../../../../core/http/errors';
import { type FoundVehicle, findVehicle } from '../list/repo';
import { requireOwnVehicle } from './service';

/** What is copied from one vehicle to others of its type. */
interface Copy {
  /** why a vehicle of the right type cannot take it; null when it can */
  refuse?: (target: FoundVehicle) => Promise<string | null>;
  write: (target: FoundVehicle) => Promise<unknown>;
}

/** Copies something of a vehicle to others, a line for each: done, or why not. One that is refused does not hinder the others. */
export async function copyToVehicles(
  trx: Trx,
  ctx: Ctx,
  source: FoundVehicle,
  ids: readonly string[],
  copy: Copy,
): Promise<BatchLine[]> {
  const lines: BatchLine[] = [];
  // in one order, so that two copies at once do not wait for each other
  for (const id of [...new Set(ids)].sort((a, b) => Number(a) - Number(b))) {
    const target = await findVehicle(trx, ctx, id);
    const why = await findRefusal(trx, ctx, source, target, copy);
    if (target && why === null) await copy.write(target);
    lines.push({ id, name: target?.plateNo ?? '', ok: why === null, msg: why ?? '' });
  }
  return lines;
}

/** Why a vehicle cannot get what another one has; null when it can. */
async function findRefusal(
  trx: Trx,
  ctx: Ctx,
  source: FoundVehicle,
  target: FoundVehicle | undefined,
  { refuse }: Copy,
): Promise<string | null> {
  if (!target) return notFound('车辆').message;
  if (target.id === source.id) return '就是要复制的车辆';
  if (target.vehicleType !== source.vehicleType)
    return `车辆类型不同：${source.plateNo}是${source.vehicleType}，${target.plateNo}是${target.vehicleType}`;
  const own = await refuse?.(target);
  if (own) return own;
  try {
    await requireOwnVehicle(trx, ctx, target.id);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
