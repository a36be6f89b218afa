import { describe, expect, it } from 'vitest';
import { Lifetime } from './lifetime';

/** Parts that write down what becomes of them. */
function parts() {
  const seen: string[] = [];
  const errors: string[] = [];
  const life = new Lifetime(({ message }) => errors.push(message));
  const part = (name: string) => async () => {
    seen.push(`start ${name}`);
    return async () => void seen.push(`stop ${name}`);
  };
  return { life, seen, errors, part };
}
const itself = <T>(made: T): T => made;

describe('the life of the program', () => {
  it('stops in reverse what was started, once, and goes on when a part fails to', async () => {
    const { life, seen, errors, part } = parts();
    await life.start(part('database'), itself);
    await life.start(part('gateway'), itself);
    life.add(() => Promise.reject(new Error('the database is away')));
    await Promise.all([life.stop(), life.stop()]);
    expect(seen).toEqual(['start database', 'start gateway', 'stop gateway', 'stop database']);
    expect(errors).toEqual(['the database is away']);
  });

  it('lets the part that is being started come to its next step before anything is stopped, and starts no other', async () => {
    const { life, seen, part } = parts();
    await life.start(part('database'), itself);
    const demo = life.start(async () => {
      for (const step of ['companies', 'orders']) {
        life.signal.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, 20));
        seen.push(step);
      }
      return part('demo')();
    }, itself);
    const ended = life.stop();
    await expect(demo).rejects.toThrow('stopped while starting');
    await expect(life.start(part('simulator'), itself)).rejects.toThrow('stopped while starting');
    await ended;
    expect(seen).toEqual(['start database', 'companies', 'stop database']);
  });

  it('stops a part too whose start went through to its end meanwhile', async () => {
    const { life, seen, part } = parts();
    await life.start(part('database'), itself);
    const gateway = life.start(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return part('gateway')();
    }, itself);
    await life.stop();
    await gateway;
    expect(seen).toEqual(['start database', 'start gateway', 'stop gateway', 'stop database']);
  });
});
