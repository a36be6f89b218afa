import * as carrier from '@tongda/contract/resources/carrier/calls';
import * as score from '@tongda/contract/resources/carrier/score';
import { carrierShare, enableStatus } from '@tongda/contract/resources/enums';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { auditStatus } from '@tongda/contract/transport/enums';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { found } from '../../../core/db/rows';
import { type ExportDeps, enqueueExport, inChunks, registerExport } from '../../../core/export/definition';
import { conditionWords } from '../../../core/export/words';
import { route } from '../../../core/http/route';
import { importRoutes } from '../../../core/import/routes';
import { knownPhones } from '../../../core/masks/known-phones';
import { historyPage } from '../../../core/record/history';
import { containing, optionLimit } from '../../../core/record/options';
import { type FileDeps, paperRoutes } from '../../base/file/door';
import { carrierImportDefinition } from './import';
import { companyName, linkCarrier } from './link';
import { countCarriers, findCarrier, fromCarriers, linesOf, listCarriers } from './repo';
import { gradeCarrier, scoreDetail } from './score';
import { addCarrier, auditCarrier, carrierDetailOf, deleteCarriers, setCarrierStatus, updateCarrier } from './service';

knownPhones.add({ table: 'carrier', phone: sql.ref('t.phone') });

const carrierFile = registerExport<typeof carrier.carrierExport, carrier.CarrierRow>({
  endpoint: carrier.carrierExport,
  module: '承运商管理',
  name: '承运商',
  columns: carrier.carrierColumns,
  condition: (ctx, q) =>
    conditionWords(ctx, q, '家', {
      name: '名称/编码',
      status: ['code', '状态', enableStatus.typeCode],
      auditStatus: ['code', '审核状态', auditStatus.typeCode],
      temperatureType: ['code', '温区能力', temperatureType.typeCode],
      shareState: ['code', '共享状态', carrierShare.typeCode],
      expire: ['words', '许可证/合同', { soon: '30天内到期', expired: '已过期' }],
    }),
  count: (ctx, q) => ctx.db((trx) => countCarriers(trx, ctx, q)),
  rows: (ctx, q) => inChunks((limit, offset) => ctx.db((trx) => listCarriers(trx, ctx, { ...q, limit, offset }))),
});

/** The register of carriers. */
export function carrierRoutes(app: FastifyInstance, deps: ExportDeps & FileDeps): void {
  paperRoutes(app, deps, {
    calls: carrier.carrierPapers,
    entity: 'carrier',
    see: async (trx, ctx, id) => found(await findCarrier(trx, ctx, id), '承运商'),
  });
  route(app, carrier.carrierPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listCarriers(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countCarriers(trx, ctx, q),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, carrier.carrierDetail, (ctx, { id }) => carrierDetailOf(ctx, id));
  route(app, carrier.carrierRoutes, (ctx) =>
    ctx.db(async (trx) => (await linesOf(trx, ctx)).map(({ id, name }) => ({ id, name }))),
  );
  route(app, carrier.carrierAdd, (ctx, input) => addCarrier(ctx, input));
  route(app, carrier.carrierUpdate, (ctx, input) => updateCarrier(ctx, input));
  route(app, carrier.carrierDel, (ctx, { ids }) => deleteCarriers(ctx, ids));
  route(app, carrier.carrierSetStatus, (ctx, input) => setCarrierStatus(ctx, input));
  route(app, carrier.carrierAudit, (ctx, input) => auditCarrier(ctx, input));
  route(app, carrier.carrierCompany, (ctx, { code }) => companyName(ctx, code));
  route(app, carrier.carrierLink, (ctx, input) => linkCarrier(ctx, input));
  route(app, score.carrierScoreDetail, (ctx, { id }) => scoreDetail(ctx, id));
  route(app, score.carrierScore, (ctx, input) => gradeCarrier(ctx, input));
  route(app, carrier.carrierExport, (ctx, input) => enqueueExport(deps, ctx, carrierFile, input));
  route(app, carrier.carrierChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      found(await findCarrier(trx, ctx, q.id), '承运商');
      return historyPage(trx, ctx, 'carrier', q);
    }),
  );
  importRoutes(app, carrierImportDefinition);
  route(app, carrier.carrierOptions, (ctx, { keyword }) =>
    ctx.db((trx) => {
      let rows = fromCarriers(trx, ctx).select(['c.id', 'c.name']).where('c.status', '=', enableStatus.enabled);
      if (keyword) rows = rows.where('c.name', 'ilike', containing(keyword));
      return rows.orderBy('c.name').limit(optionLimit).execute();
    }),
  );
}
