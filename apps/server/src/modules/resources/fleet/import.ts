import { patterns } from '@tongda/contract/core/field/patterns';
import { keysOf } from '@tongda/contract/core/keys';
import {
  type FleetFields,
  fleetFields,
  fleetImports,
  fleetLabels,
  typedLeader,
  typedNameOf,
} from '@tongda/contract/resources/fleet/calls';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { sql } from 'kysely';
import { asCode, asRef, type CellReader, findRef, many } from '../../../core/import/cells';
import { columnsOfForm, optionNames, usesById } from '../../../core/import/columns';
import type { ImportDefinition, Known } from '../../../core/import/definition';
import { hiddenRecord, knownRecord } from '../../../core/import/known';
import { fieldsInWords } from '../../../core/record/words';
import { loadReferences } from '../../base/reference/door';
import { findFleetsByName } from './repo';
import { describeFleetUse, fleetRegister, loadFleetTargets } from './service';

const column = columnsOfForm(fleetLabels);

/** Reads a leader by name, phone or account of a user or driver; a name that nobody has is kept as a typed name. */
const asLeader: CellReader = (text, refs, cells) => {
  const found = findRef('person', text, refs, cells?.phone);
  if (found === many) return { fault: `有多个人叫“${text}”，请填手机号或账号` };
  if (found !== undefined) return found;
  return patterns.chineseLetters2to10.regex.test(text)
    ? typedLeader(text)
    : { fault: `负责人“${text}”不存在，请填写用户或司机的姓名、手机号或账号` };
};

/** Import of fleets. A line is about the fleet with its name. */
export const fleetImportDefinition: ImportDefinition<FleetFields> = {
  calls: fleetImports,
  entity: fleetRegister.entity,
  table: fleetRegister.table,
  key: { field: 'name', label: '车队名称', column: 'name', normal: (text) => text.trim() },
  columns: ({ org = [] }) => [
    column('name', '华东冷链二队', '2~30个字符，同一公司内不能重复', { required: true }),
    column('code', 'HD-02', '字母、数字，可用-连接，最多20个字符'),
    column('orgId', org[0] ?? '总部', '部门名称；有重名时写完整路径', {
      required: true,
      options: org,
      as: asRef('org', '部门', '请填完整路径'),
    }),
    column(
      'leader',
      '陈国栋',
      '用户或司机的姓名，重名时填手机号或账号，或在联系电话中写他的手机号；还没有登记的人先记姓名，登记后用同一文件更新',
      {
        required: true,
        as: asLeader,
      },
    ),
    column('phone', '13800138005', '手机号或固定电话'),
    column('temperatureType', '冷冻', '常温、冷藏、冷冻、普货', {
      options: optionNames(temperatureType),
      as: asCode(temperatureType),
    }),
    column('dispatchArea', '上海、苏州', '最多50个字符'),
    column('remark', '', '最多100个字符'),
  ],
  notes: ['上级车队请在页面中设置。'],
  schema: fleetFields,
  labels: fleetLabels,
  world: async (trx, ctx, names) => {
    const known = new Map<string, Known<FleetFields>>();
    if (names.length > 0) {
      const all = await trx
        .selectFrom('fleet')
        .select(['id', 'name'])
        .where('client_id', '=', ctx.clientId)
        .where('deleted_at', 'is', null)
        .where(sql<boolean>`name = any(${names}::text[])`)
        .execute();
      for (const { id, name } of all) known.set(name, hiddenRecord(id));
      for (const fleet of await findFleetsByName(trx, ctx, names))
        known.set(fleet.name, knownRecord(fleet, keysOf(fleetLabels)));
    }
    const codes = await trx
      .selectFrom('fleet')
      .select(['id', 'code'])
      .where('client_id', '=', ctx.clientId)
      .where('deleted_at', 'is', null)
      .where('code', 'is not', null)
      .execute();
    return {
      ...(await loadReferences(trx, ctx, ['org', 'fleet', 'person'])),
      known,
      taken: { code: new Map(codes.map(({ id, code }) => [code ?? '', id])) },
    };
  },
  columnsOf: fleetRegister.columnsOf,
  born: ({ userId }) => ({ created_by: userId }),
  wordsOf: (fields, names) => ({
    ...fieldsInWords(fields, fleetRegister.wording, names),
    leader: names.get(`person ${fields.leader}`) ?? typedNameOf(fields.leader ?? '') ?? '',
  }),
  used: async (trx, ctx, ids) => usesById(await loadFleetTargets(ctx)(trx, ids), describeFleetUse),
  twice: fleetRegister.twice,
};
