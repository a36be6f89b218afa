import { expect, it } from 'vitest';
import { watchDemo } from './routes';

it('tells that the first start still writes the demo companies, and asks no more once it has', async () => {
  let written = false;
  let asked = 0;
  const isPreparing = watchDemo({
    demoAccounts: [{ account: 'demo', password: 'x', note: '' }],
    exists: async (account) => {
      asked++;
      return account === 'demo' && written;
    },
  });
  expect(await isPreparing()).toBe(true);
  written = true;
  expect([await isPreparing(), await isPreparing(), asked]).toEqual([false, false, 2]);
});

it('without the demo there is nothing to wait for', async () => {
  expect(await watchDemo({ demoAccounts: [], exists: async () => false })()).toBe(false);
});
