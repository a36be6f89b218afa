import * as card from '@tongda/contract/resources/card/calls';
import * as writer from '@tongda/contract/resources/card/writer';
import { cardStatus, cardType } from '@tongda/contract/resources/enums';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ExportDeps } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { asCode, asRef } from '../../../core/import/cells';
import { optionNames } from '../../../core/import/columns';
import type { ImportDefinition, Known } from '../../../core/import/definition';
import { serveRegister } from '../../../core/record/serve';
import { fieldsInWords } from '../../../core/record/words';
import { loadReferences } from '../../base/reference/door';
import { bindCard } from './bind';
import { addSwipePlaces, listSwipes } from './reader/swipes';
import { cardRegister, cardRows, cardWrites, fromCards, replaceCard, setCardStatus, withOwnerName } from './service';
import { listWriters, updateWriter } from './write/writers';

const isStoreCard = (text = ''): boolean => asCode(cardType)(text, {}) === cardType.store;

/** Import of cards. A line is about the card with its number; cancelled cards do not count. */
const cardImportDefinition: ImportDefinition<card.CardFields> = {
  calls: card.cardImports,
  entity: cardRegister.entity,
  table: cardRegister.table,
  key: {
    field: 'cardNo',
    label: '卡号',
    column: 'card_no',
    normal: (text) => text.replace(/[\s:-]/gu, '').toUpperCase(),
  },
  columns: ({ driver = [], store = [] }) => [
    {
      field: 'cardNo',
      label: '卡号',
      example: '0A1B2C3D',
      note: '8~20位十六进制数字；请把单元格设为文本',
      required: true,
    },
    {
      field: 'cardType',
      label: '卡类型',
      example: '司机卡',
      note: '门店卡、司机卡、管理卡',
      required: true,
      options: optionNames(cardType),
      as: asCode(cardType),
    },
    {
      field: 'driverId',
      label: '司机',
      example: driver[0] ?? '',
      note: '司机卡必填：姓名，重名时填手机号',
      options: driver,
      as: asRef('driver', '司机', '请填手机号'),
    },
    {
      field: 'storeId',
      label: '门店',
      example: '',
      note: '门店卡必填：名称或编码，重名时填编码',
      options: store,
      as: asRef('store', '门店', '请填门店编码，编码也相同时填“客户/编码”'),
    },
    { field: 'ownerName', label: '绑定对象', example: '', note: '管理卡必填：部门名称' },
    { field: 'writerNo', label: '写卡设备', example: 'XK-01', note: '最多20个字符' },
    { field: 'remark', label: '备注', example: '', note: '最多100个字符' },
  ],
  schema: card.cardFields,
  cross: card.cardCrossChecks,
  labels: card.cardLabels,
  world: async (trx, ctx, numbers) => {
    const refs = await loadReferences(trx, ctx, ['driver', 'store']);
    const known = new Map<string, Known<card.CardFields>>();
    const rows =
      numbers.length > 0
        ? await fromCards(trx, ctx)
            .select([
              'k.id',
              'k.card_no',
              'k.version',
              'k.card_type',
              'k.driver_id',
              'k.store_id',
              'k.owner_name',
              'k.writer_no',
              'k.remark',
            ])
            .where('k.card_status', '<>', cardStatus.cancelled)
            .where(sql<boolean>`k.card_no = any(${numbers}::text[])`)
            .execute()
        : [];
    for (const r of rows)
      known.set(r.card_no, {
        id: r.id,
        version: r.version,
        visible: true,
        fields: {
          cardNo: r.card_no,
          // the column is only written with codes that the schema of the form has checked
          cardType: r.card_type as card.CardFields['cardType'],
          driverId: r.driver_id,
          storeId: r.store_id,
          ownerName: r.owner_name,
          writerNo: r.writer_no,
          remark: r.remark,
        },
      });
    const live = await fromCards(trx, ctx)
      .select(['k.id', 'k.driver_id', 'k.store_id'])
      .where('k.card_status', '=', cardStatus.valid)
      .where((eb) => eb.or([eb('k.driver_id', 'is not', null), eb('k.store_id', 'is not', null)]))
      .execute();
    const heldBy = (of: 'driver_id' | 'store_id') => new Map(live.flatMap((k) => (k[of] ? [[k[of], k.id]] : [])));
    return { ...refs, known, taken: { driverId: heldBy('driver_id'), storeId: heldBy('store_id') } };
  },
  // a line that names a driver or store takes the owner's name from there
  derive: (given, cells) => {
    if (cells.driverId || cells.storeId) given.ownerName = null;
  },
  lines: async () => (line) => ({
    // a stored store card may have only a name, a new one has to name its store
    faults:
      line.known === null && isStoreCard(line.cells.cardType) && line.cells.ownerName && !line.cells.storeId
        ? [{ field: 'storeId', msg: card.chooseStore }]
        : [],
  }),
  prepare: async (trx, ctx, list) => {
    const { names } = await loadReferences(trx, ctx, ['driver', 'store']);
    return list.map((v) => withOwnerName(v, names));
  },
  columnsOf: cardRegister.columnsOf,
  born: ({ userId }) => ({ written_by: userId }),
  wordsOf: (fields, names) => ({
    ...fieldsInWords(fields, cardRegister.wording, names),
    ownerName: names.get(`driver ${fields.driverId}`) ?? names.get(`store ${fields.storeId}`) ?? fields.ownerName ?? '',
  }),
  used: async () => new Map(),
  twice: cardRegister.twice,
};

const bindRegister = serveRegister({
  of: {
    noun: '卡片',
    unit: '张',
    filters: card.cardFilters.table,
    page: card.cardPage,
    add: card.cardWrite,
    exports: card.cardExport,
    changeHis: card.cardChangeHis,
  },
  entity: cardRegister.entity,
  module: '写卡设备',
  columns: card.cardColumns,
  rows: {
    ...cardRows,
    list: async (trx, ctx, asked) => addSwipePlaces(trx, ctx, await cardRows.list(trx, ctx, asked)),
  },
  add: cardWrites.add,
  imports: cardImportDefinition,
});

/** Routes of 写卡设备: cards of drivers, stores and managers. */
export function cardRoutes(app: FastifyInstance, deps: ExportDeps): void {
  bindRegister(app, deps);
  route(app, card.cardLoss, (ctx, { lost, ...step }) =>
    lost
      ? setCardStatus(ctx, step, cardStatus.lost, '挂失', [cardStatus.valid])
      : setCardStatus(ctx, step, cardStatus.valid, '解除挂失', [cardStatus.lost]),
  );
  route(app, card.cardReplace, (ctx, input) => replaceCard(ctx, input));
  route(app, card.cardCancel, (ctx, step) =>
    setCardStatus(ctx, step, cardStatus.cancelled, '注销', [cardStatus.valid, cardStatus.lost]),
  );
  route(app, card.cardBind, bindCard);
  route(app, writer.cardWriters, listWriters);
  route(app, writer.cardWriterUpdate, updateWriter);
  route(app, writer.cardSwipes, listSwipes);
}
