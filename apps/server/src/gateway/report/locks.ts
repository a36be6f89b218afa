import type { LockToldMessage } from '@tongda/contract/core/topics';
import { lockStatus } from '@tongda/contract/resources/enums';
import type { Transparent } from '@tongda/protocol/jt808/messages/vehicle/0900';
import { decodeLockTold, lockResult, lockState, lockType } from '@tongda/protocol/lock/frame';
import { type Device, isRecorder } from '../terminal/devices';
import { isBelievable } from './safety';

const statuses: Readonly<Record<number, number>> = {
  [lockState.closed]: lockStatus.locked,
  [lockState.open]: lockStatus.open,
  [lockState.faulty]: lockStatus.faulty,
};
const results: Readonly<Record<number, 'done' | 'refused' | 'unreachable'>> = {
  [lockResult.done]: 'done',
  [lockResult.refused]: 'refused',
  [lockResult.unreachable]: 'unreachable',
};

/**
 * What a Bluetooth lock told through its terminal, for the bus; undefined for other data. A moment that cannot be is now (epoch ms). Locks count seconds since
 * 1970, which are the same in every time zone: the one that is set for the terminal does not shift them.
 */
export function lockToldOf(device: Device, { type, data }: Transparent, now: number): LockToldMessage | undefined {
  const told = type === lockType && !isRecorder(device) ? decodeLockTold(data) : null;
  if (told === null) return undefined;
  const { mac, state, batteryPct, serial } = told;
  return {
    deviceId: device.id,
    clientId: device.clientId,
    ...{ mac, batteryPct, serial },
    status: statuses[state] ?? null,
    result: told.what === 'answer' ? (results[told.result] ?? 'refused') : null,
    event:
      told.what === 'event'
        ? { isOpen: told.isOpen, way: told.way, at: isBelievable(told.at, now) ? told.at : now }
        : null,
  };
}
