import { etaGraceMs, isEtaOver } from '@tongda/contract/transport/eta';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';

/** Rows of a file: an expected arrival that is over says so, as in the lists. */
export async function* withEtaWords<Row extends { etaTime: string | null }>(
  { timeZone }: Pick<Ctx, 'timeZone'>,
  rows: AsyncIterable<Row>,
): AsyncGenerator<Row> {
  for await (const row of rows) {
    const { etaTime } = row;
    const over = etaTime !== null && isEtaOver(etaTime, wireTime(Date.now() - etaGraceMs, timeZone));
    yield over ? { ...row, etaTime: `${etaTime} 已过` } : row;
  }
}
