import { minuteMs } from '@tongda/contract/core/durations';
import { temHumRemark, temHumRemarks } from '@tongda/contract/reports/cold-chain/remarks';
import { temHumReport, temHumSeals, temHumWaybill } from '@tongda/contract/reports/cold-chain/tem-hum';
import { route } from '../../core/http/route';
import { curvesOf } from '../kit/reading-curves';
import { figuresOf } from '../kit/reading-figures';
import { loadReadings, namesOfProbes, readingRows } from '../kit/readings';
import { serve } from '../kit/serve';
import { fromReadings } from '../kit/source';
import { findWaybillTime } from '../kit/waybills';
import { sealLines } from './record/make';
import { listSealedDays } from './record/sealed-days';
import { writeRecord } from './record/write';
import { addRemark, listRemarks } from './remarks';

export const temHum = serve(
  temHumReport,
  fromReadings(temHumReport, {
    load: loadReadings,
    most: 50_000,
    rows: (all, q) =>
      all
        .flatMap((one) => readingRows(one, Number(q.temTimeInterval) * minuteMs))
        .filter(({ over }) => !q.onlyOver || over.length > 0),
    foot: (all, { timeZone }) => ({ names: namesOfProbes(all), stat: all.flatMap((one) => figuresOf(one, timeZone)) }),
  }),
  {
    curve: async (ctx, q) => curvesOf(await loadReadings(ctx, q), q),
    bindActions: (app, { db }) => {
      route(app, temHumWaybill, findWaybillTime);
      route(app, temHumSeals, (ctx, input) => listSealedDays(ctx, db, input));
      route(app, temHumRemark, addRemark);
      route(app, temHumRemarks, listRemarks);
    },
    record: { write: writeRecord, lines: sealLines },
  },
);
