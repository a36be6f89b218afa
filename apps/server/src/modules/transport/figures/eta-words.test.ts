import { minuteMs } from '@tongda/contract/core/durations';
import { expect, test } from 'vitest';
import { wireTime } from '../../../core/http/answer/wire-time';
import { withEtaWords } from './eta-words';

test('a file says of an expected arrival that it is over, in the company’s time', async () => {
  const timeZone = 'Asia/Urumqi';
  const [past, coming] = [-10, 5].map((minutes) => wireTime(Date.now() + minutes * minuteMs, timeZone));
  async function* rows() {
    for (const etaTime of [past ?? null, coming ?? null, null]) yield { etaTime };
  }
  const written: unknown[] = [];
  for await (const { etaTime } of withEtaWords({ timeZone }, rows())) written.push(etaTime);
  expect(written).toEqual([`${past} 已过`, coming, null]);
});
