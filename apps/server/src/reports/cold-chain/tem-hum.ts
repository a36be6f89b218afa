import { minuteMs } from '@tongda/contract/core/durations';
import { temHumReport } from '@tongda/contract/reports/cold-chain/tem-hum';
import { curvesOf } from '../kit/reading-curves';
import { figuresOf } from '../kit/reading-figures';
import { loadReadings, readingRows } from '../kit/readings';
import { serve } from '../kit/serve';
import { fromReadings } from '../kit/source';

export const temHum = serve(
  temHumReport,
  fromReadings(temHumReport, {
    load: loadReadings,
    rows: (all, q) =>
      all
        .flatMap((one) => readingRows(one, Number(q.temTimeInterval) * minuteMs))
        .filter(({ over }) => !q.onlyOver || over.length > 0),
    foot: (all, { timeZone }) => ({ stat: all.flatMap((one) => figuresOf(one, timeZone)) }),
  }),
  { curve: async (ctx, q) => curvesOf(await loadReadings(ctx, q), q) },
);
