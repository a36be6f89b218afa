import { temHumRemark, temHumRemarks } from '@tongda/contract/reports/cold-chain/remarks';
import { temHumReport, temHumSeals, temHumWaybill } from '@tongda/contract/reports/cold-chain/tem-hum';
import { route } from '../../core/http/route';
import { curvesOf } from '../kit/reading-curves';
import { loadReadings } from '../kit/readings';
import { serve } from '../kit/serve';
import { findWaybillTime } from '../kit/waybills';
import { sealLines } from './record/make';
import { listSealedDays } from './record/sealed-days';
import { writeRecord } from './record/write';
import { addRemark, listRemarks } from './remarks';
import { temHumRows } from './tem-hum-rows';

export const temHum = serve(temHumReport, temHumRows, {
  curve: async (ctx, q) => curvesOf(await loadReadings(ctx, q), q),
  bindActions: (app, { db }) => {
    route(app, temHumWaybill, findWaybillTime);
    route(app, temHumSeals, (ctx, input) => listSealedDays(ctx, db, input));
    route(app, temHumRemark, addRemark);
    route(app, temHumRemarks, listRemarks);
  },
  record: { write: writeRecord, lines: sealLines },
});
