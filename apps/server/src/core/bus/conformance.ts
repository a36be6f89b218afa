import type { PresenceMessage } from '@tongda/contract/core/topics';
import { describe, expect, it } from 'vitest';
import type { Bus } from './topics';

const heartbeatMessage = (deviceId: string, at: number): PresenceMessage => ({
  deviceId,
  clientId: '1',
  vehicleId: null,
  at,
  kind: 'heartbeat',
});
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The rules that every implementation of the bus must keep, as tests; each implementation's test runs them. */
export function busConformance(name: string, make: () => Bus | Promise<Bus>): void {
  describe(`${name} keeps the promises of a bus`, () => {
    it('delivers to every subscriber of the topic and to no other', async () => {
      const bus = await make();
      const seen: string[] = [];
      bus.subscribe('presence', (m) => void seen.push(`a${m.at}`));
      bus.subscribe('presence', (m) => void seen.push(`b${m.at}`));
      bus.subscribe('sessionRevoked', () => void seen.push('wrong topic'));
      await bus.publish('presence', 'd1', heartbeatMessage('d1', 1));
      expect(seen.sort()).toEqual(['a1', 'b1']);
      await bus.close();
    });

    it('keeps the order of one key though handlers take different times', async () => {
      const bus = await make();
      const seen: number[] = [];
      bus.subscribe('presence', async (m) => {
        await sleep(m.at % 3);
        seen.push(m.at);
      });
      await Promise.all(Array.from({ length: 30 }, (_, i) => bus.publish('presence', 'd1', heartbeatMessage('d1', i))));
      expect(seen).toEqual(Array.from({ length: 30 }, (_, i) => i));
      await bus.close();
    });

    it('does not let one key wait for another', async () => {
      const bus = await make();
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      bus.subscribe('presence', (m) => (m.deviceId === 'slow' ? gate : undefined));
      const slow = bus.publish('presence', 'slow', heartbeatMessage('slow', 1));
      await bus.publish('presence', 'fast', heartbeatMessage('fast', 2));
      release();
      await slow;
      await bus.close();
    });

    it('resolves publish only when the message is safe, while the next of the key already comes', async () => {
      const bus = await make();
      const taken: number[] = [];
      let commit = () => {};
      const safe = new Promise<void>((resolve) => {
        commit = resolve;
      });
      bus.subscribe('presence', (m) => {
        taken.push(m.at);
        return { safe };
      });
      let acknowledged = 0;
      const all = [1, 2, 3].map((at) =>
        bus.publish('presence', 'd', heartbeatMessage('d', at)).then(() => acknowledged++),
      );
      await sleep(20);
      expect({ taken, acknowledged }).toEqual({ taken: [1, 2, 3], acknowledged: 0 });
      commit();
      await Promise.all(all);
      expect(acknowledged).toBe(3);
      await bus.close();
    });

    it('passes a failure to the publisher and goes on with the next message', async () => {
      const bus = await make();
      bus.subscribe('presence', async (m) => {
        if (m.at === 1) throw new Error('broken');
      });
      const first = bus.publish('presence', 'd', heartbeatMessage('d', 1));
      const second = bus.publish('presence', 'd', heartbeatMessage('d', 2));
      await expect(first).rejects.toThrow('broken');
      await expect(second).resolves.toBeUndefined();
      await bus.close();
    });

    it('stops delivering to a handler that was taken away, and waits for the rest on close', async () => {
      const bus = await make();
      const seen: number[] = [];
      const stop = bus.subscribe('presence', (m) => void seen.push(m.at));
      await bus.publish('presence', 'd', heartbeatMessage('d', 1));
      stop();
      bus.subscribe('presence', async () => {
        await sleep(20);
        seen.push(99);
      });
      void bus.publish('presence', 'd', heartbeatMessage('d', 2));
      await bus.close();
      expect(seen).toEqual([1, 99]);
      await expect(bus.publish('presence', 'd', heartbeatMessage('d', 3))).rejects.toThrow();
    });
  });
}
