import type { PositionMessage, PresenceMessage } from '@tongda/contract/core/topics';
import { describe, expect, it } from 'vitest';
import { memoryBus } from '../core/bus/memory';
import { historyArrivedInTime, receivedInTime } from './history-in-time';
import { demoClients } from './people/users';

const day = 86_400_000;
const point = (over: Partial<PositionMessage>): PositionMessage => ({
  deviceId: '1',
  clientId: demoClients.cold.id,
  vehicleId: '2',
  deviceTime: 10 * day,
  receiveTime: 11 * day,
  lng: 121,
  lat: 31,
  altitudeM: 0,
  speedKmh: 0,
  directionDeg: 0,
  located: true,
  acc: false,
  odometerM: null,
  alarmBits: 0,
  statusBits: 0,
  late: true,
  channels: {},
  rawItems: null,
  ...over,
});

describe('history of the demo', () => {
  it('arrives in time where the truck had a radio link', () => {
    expect(receivedInTime(point({}))).toMatchObject({ late: false, receiveTime: 10 * day + 1_000 });
  });
  it('stays late where it came as catch-up of a blind area, and for every other company', () => {
    for (const kept of [
      point({ catchUp: true }),
      point({ clientId: '77' }),
      point({ late: false, receiveTime: 10 * day + 20 }),
    ]) {
      expect(receivedInTime(kept)).toBe(kept);
    }
  });
  it('leaves a truck that went silent silent: logging in to send the past is no sign of today', async () => {
    const bus = memoryBus();
    const told: string[] = [];
    bus.subscribe('presence', ({ clientId, kind }) => void told.push(`${clientId} ${kind}`));
    const cold = demoClients.cold.id;
    for (const clientId of [cold, '77'])
      for (const kind of ['register', 'auth', 'heartbeat'] as const) {
        const message: PresenceMessage = { deviceId: '1', clientId, vehicleId: '2', at: 11 * day, kind };
        await historyArrivedInTime(bus).publish('presence', '1', message);
      }
    expect(told).toEqual([`${cold} heartbeat`, '77 register', '77 auth', '77 heartbeat']);
  });
});
