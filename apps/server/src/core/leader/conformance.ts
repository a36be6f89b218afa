import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { LeaderLock } from './election';
import { holdLead } from './hold';

export interface LeadersUnderTest {
  /** the locks of two processes */
  one: LeaderLock;
  other: LeaderLock;
  /** breaks the connections of `one`, as a crash or a broken network would */
  crash(): Promise<void>;
}

async function waitUntil(test: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !test(); i++) await pause(25);
  expect(test()).toBe(true);
}

/** The rules that every implementation of the leader lock must keep, as tests; each implementation's test runs them. */
export function leaderConformance(name: string, make: () => LeadersUnderTest): void {
  describe(`${name} keeps the promises of a leader lock`, () => {
    it('gives a name to one at a time, different names to different ones', async () => {
      const { one, other } = make();
      const mine = await one.tryLead('a');
      expect(mine).not.toBe(null);
      expect(await other.tryLead('a')).toBe(null);
      const theirs = await other.tryLead('b');
      expect(theirs).not.toBe(null);
      await mine?.release();
      await mine?.release();
      const after = await other.tryLead('a');
      expect(after).not.toBe(null);
      await Promise.all([theirs?.release(), after?.release()]);
    });

    it('of many who try at once exactly one leads', async () => {
      const { one, other } = make();
      const tries = await Promise.all(Array.from({ length: 6 }, (_, i) => (i % 2 ? one : other).tryLead('race')));
      const leases = tries.filter((lease) => lease !== null);
      expect(leases).toHaveLength(1);
      await leases[0]?.release();
    });

    it('tells a leader whose connection broke, and lets the next one lead', async () => {
      const { one, other, crash } = make();
      const mine = await one.tryLead('c');
      expect(mine?.lost.aborted).toBe(false);
      await crash();
      await waitUntil(() => mine?.lost.aborted === true);
      const next = await other.tryLead('c');
      expect(next).not.toBe(null);
      await Promise.all([mine?.release(), next?.release()]);
    });

    it('is held over a broken connection, and says so when somebody else was faster', async () => {
      const { one, other, crash } = make();
      let taken = false;
      const options = {
        name: 'd',
        patienceMs: 300,
        taken: () => {
          taken = true;
        },
      };
      const release = await holdLead({ ...options, lock: one });
      expect(await holdLead({ ...options, lock: other })).toBe(null);
      await crash();
      await pause(700);
      expect(taken).toBe(false);
      expect(await other.tryLead('d')).toBe(null);
      await release?.();
      const slow: LeaderLock = {
        tryLead: async (key) => {
          await pause(200);
          return one.tryLead(key);
        },
      };
      const again = await holdLead({ ...options, lock: slow });
      await crash();
      let rival = await other.tryLead('d');
      for (let i = 0; i < 50 && !rival; i++) rival = await other.tryLead('d');
      expect(rival).not.toBe(null);
      await waitUntil(() => taken);
      await again?.();
      await rival?.release();
    });
  });
}
