import { overseasReport } from '@tongda/contract/reports/recorder/overseas';
import { overseasWay } from '@tongda/contract/reports/recorder/overseas-way';
import { route } from '../../core/http/route';
import { serve } from '../kit/serve';
import { fromReadings } from '../kit/source';
import { writeOverseasPaper } from './paper';
import { degreesOf, loadVoyages, voyageCurve, voyageFigures, voyageRows } from './voyages';
import { loadWay } from './way';

export const overseas = serve(
  overseasReport,
  fromReadings(overseasReport, {
    load: loadVoyages,
    most: 50_000,
    rows: (all, q) => all.flatMap((one) => voyageRows(one, q)).filter(({ over }) => !q.onlyOver || over.length > 0),
    foot: (all, _ctx, q) => ({
      names: Object.fromEntries(
        all.flatMap(({ probes }) =>
          probes.map(({ key, name, kind }) => [key, `${name}(${kind === 'tem' ? degreesOf(q) : '%RH'})`]),
        ),
      ),
      stat: all.flatMap((one) => voyageFigures(one, q)),
    }),
  }),
  {
    curve: async (ctx, q) => voyageCurve(await loadVoyages(ctx, q), q),
    record: { write: writeOverseasPaper },
    bindActions: (app) => route(app, overseasWay, loadWay),
  },
);
