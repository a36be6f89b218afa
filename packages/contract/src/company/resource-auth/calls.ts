import { z } from 'zod';
import { orgOptions } from '../../base/org/calls';
import { authStatus, granteeType } from '../../base/org/enums';
import { endpoint, type MenuAccess } from '../../core/endpoint';
import { optionalText } from '../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { exportOptions, filterCode, filterText, version } from '../../core/register/pieces';
import { shapeKind } from '../../ground/place/enums';
import { userOptions } from '../user/calls';
import { lockTerms, lockTermsOut } from './lock-terms';
import { authRights, type GrantFamily, grantFamilies, grantKind, grantKindNames, grantKinds } from './rights';

/** A grant of any family. Fields that only one kind of resource has are null or blank for the other kinds. */
export const authRow = z.object({
  id,
  resourceKind: grantKind,
  resourceId: id,
  /** plate, terminal number, name of a place or number of a lock */
  resourceName: z.string(),
  vehicleColor: z.number().nullable(),
  /** type of a vehicle, model of a device or lock, kind of a place */
  deviceType: z.string(),
  /** shape of a place */
  shape: z.literal(shapeKind.codes).nullable(),
  /** vehicle of a lock; null: none */
  vehicleId: id.nullable(),
  plateNo: z.string(),
  batteryPct: z.number().nullable(),
  orgName: z.string(),
  granteeType: z.number(),
  granteeId: id,
  granteeName: z.string(),
  rights: z.array(z.enum(authRights)),
  inherit: z.boolean(),
  startTime: dateTime,
  /** null: for ever */
  endTime: dateTime.nullable(),
  status: z.number(),
  grantUser: z.string(),
  grantTime: dateTime,
  remark: z.string(),
  /** conditions under which the grant opens a lock; null for other resources */
  terms: lockTermsOut.nullable(),
  version: z.number(),
});
export type AuthRow = z.infer<typeof authRow>;

/** Filters of the grants, `g` in their SQL; each page shows those that make sense for its resources. */
export const grantFilters = filterSet({
  keyword: by.own(by.text('关键字', { max: 200, main: true, width: 200 })),
  resourceKind: by.word(
    '资源类型',
    { codes: grantKinds, options: grantKinds.map((code) => ({ code, name: grantKindNames[code] })) },
    { width: 150 },
  ),
  /** plate of the vehicle that a lock is on */
  plateNo: by.text('绑定车牌', { max: 20, width: 150, columns: ['lv.plate_no'] }),
  orgId: by.own(by.org('所属部门', orgOptions, { width: 180 })),
  granteeType: by.own(by.code('授权类型', granteeType, { width: 150 })),
  /** this department itself, without those below it */
  granteeOrgId: by.own(by.org('被授权部门', orgOptions, { width: 190 })),
  granteeUserId: by.record('被授权用户', 'app_user', userOptions, { width: 190, columns: ['user_id'] }),
  status: by.own(by.code('状态', authStatus, { width: 130 })),
  /** grants that hold on some day of the period */
  from: by.own(by.times('有效期', 'to')),
  /** 1: ends within 30 days; 0 asks for nothing */
  soon: by.own({
    kind: 'choice',
    label: '到期',
    schema: z
      .enum(['0', '1'])
      .transform((given) => (given === '1' ? given : undefined))
      .optional(),
    options: [{ code: '1', name: '30天内' }],
    width: 130,
  }),
});
const authFilters = grantFilters.schema;
export type AuthFilters = z.output<typeof authFilters>;

/** 按被授权方: a department or user with the number of its grants. */
const granteeRow = z.object({
  /** `<type>-<id>` */
  key: z.string(),
  granteeType: z.number(),
  granteeId: id,
  granteeName: z.string(),
  orgName: z.string(),
  active: z.number(),
  soon: z.number(),
  /** expired or revoked */
  ended: z.number(),
  lastTime: dateTime,
});
export type GranteeRow = z.infer<typeof granteeRow>;
/** Filters of the grantees: departments `o` and users `u`. */
export const granteeFilterSet = filterSet({
  keyword: by.own(by.text('部门 / 姓名 / 账号', { max: 30, main: true, width: 200 })),
  granteeType: by.own(by.code('授权类型', granteeType, { width: 160 })),
});
const granteeFilters = granteeFilterSet.schema;
export type GranteeFilters = z.output<typeof granteeFilters>;

const resourceLine = z.object({
  kind: grantKind,
  id,
  name: z.string(),
  orgName: z.string(),
  remark: z.string(),
  /** where a place is, WGS-84 */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
});
export type GrantResource = z.infer<typeof resourceLine>;

const effectiveRow = z.object({
  kind: grantKind,
  id,
  name: z.string(),
  vehicleColor: z.number().nullable(),
  orgName: z.string(),
  reasons: z.array(z.string()),
  rights: z.array(z.enum(authRights)),
});
export type EffectiveRow = z.infer<typeof effectiveRow>;
const pastRow = authRow.extend({ revokeUser: z.string(), revokeTime: dateTime.nullable() });
export type PastRow = z.infer<typeof pastRow>;

const period = {
  startTime: dateTime.optional(),
  /** absent: for ever */
  endTime: dateTime.nullish(),
};

interface GrantSpec {
  family: GrantFamily;
  base: `/${string}`;
  read: MenuAccess;
  can: Readonly<Record<'edit' | 'detail' | 'revoke' | 'extend' | 'copy' | 'export', MenuAccess>>;
}

/** Lists of grants, by resource and by grantee, with their files. */
const listCalls = ({ family, base, read, can }: GrantSpec) => {
  const { noun } = grantFamilies[family];
  return {
    page: endpoint({
      path: `${base}/page`,
      access: read,
      title: `${noun}列表`,
      input: pageQuery.extend(authFilters.shape),
      output: pageOf(authRow),
    }),
    grantees: endpoint({
      path: `${base}/grantees`,
      access: read,
      title: `${noun}：按被授权方`,
      input: pageQuery.extend(granteeFilters.shape),
      output: pageOf(granteeRow),
    }),
    granteesExport: endpoint({
      path: `${base}/granteesExport`,
      access: can.export,
      title: `导出${noun}：按被授权方`,
      input: granteeFilters.extend(exportOptions).omit({ ids: true }),
      output: z.object({ id }),
    }),
    export: endpoint({
      path: `${base}/export`,
      access: can.export,
      title: `导出${noun}`,
      input: authFilters.extend(exportOptions),
      output: z.object({ id }),
    }),
  };
};

/** Kinds of resources that a page of grants is about, as a schema. */
const kindOf = (family: GrantFamily) => z.enum(grantFamilies[family].kinds);

/** Giving resources and changing grants, with what the form needs for it. */
const editCalls = ({ family, base, can }: GrantSpec) => {
  const { noun, rights } = grantFamilies[family];
  const kind = kindOf(family);
  // Only locks have terms; the others take none, which is `undefined` in both types.
  const terms = (family === 'lock' ? { terms: lockTerms } : {}) as unknown as {
    terms: z.ZodOptional<typeof lockTerms>;
  };
  const targets = {
    kind,
    granteeType: z.literal(granteeType.codes, '请选择授权方式'),
    granteeIds: z.array(id).min(1, '请选择被授权方').max(200, '一次最多授权给200个部门或用户'),
    resourceIds: z.array(id).min(1, '请选择资源').max(5000, '一次最多授权5000个资源'),
  };
  const fields = {
    rights: z
      .array(z.enum(rights))
      .min(1, '请选择权限')
      .default(family === 'lock' ? ['view', 'control'] : ['view']),
    inherit: z.boolean().default(false),
    ...period,
    remark: optionalText(200),
    ...terms,
  };
  return {
    /** Resources that the caller may give, for the dual list. */
    resources: endpoint({
      path: `${base}/resources`,
      access: can.edit,
      title: `${noun}：可授权的资源`,
      input: z.object({
        kind,
        keyword: filterText(30),
        orgId: id.optional(),
        ids: z.array(id).max(5000).optional(),
      }),
      output: z.object({ list: z.array(resourceLine), total: z.number() }),
    }),
    /** Gives resources; grants that hold already with the same rights, terms and period are left alone. */
    save: endpoint({
      path: `${base}/save`,
      access: can.edit,
      title: `新增${noun}`,
      input: z.object({
        ...targets,
        ...fields,
      }),
      output: z.object({ added: z.number(), updated: z.number(), skipped: z.number() }),
    }),
    /** Warns, before `save`, about departments that see the resources anyway because they or departments below them own these. Writes nothing. */
    check: endpoint({
      path: `${base}/check`,
      access: can.edit,
      title: `${noun}：授权前检查`,
      input: z.object(targets),
      output: z.object({ warnings: z.array(z.string()) }),
    }),
    update: endpoint({
      path: `${base}/update`,
      access: can.edit,
      title: `编辑${noun}`,
      input: z.object({
        id,
        version,
        ...fields,
      }),
      output: z.object({ version: z.number() }),
    }),
  };
};

/** What is done to several grants at once: ending them, extending them, copying those of a user. */
const batchCalls = ({ family, base, can }: GrantSpec) => {
  const { noun } = grantFamilies[family];
  const authIds = z.array(id).min(1, '请选择授权').max(5000, '一次最多处理5000条授权');
  return {
    revoke: endpoint({
      path: `${base}/revoke`,
      access: can.revoke,
      title: `撤销${noun}`,
      input: z.object({ authIds }),
      output: z.object({ changed: z.number() }),
    }),
    extend: endpoint({
      path: `${base}/extend`,
      access: can.extend,
      title: `${noun}批量延期`,
      input: z.object({ authIds, endTime: dateTime.nullable() }),
      output: z.object({ changed: z.number() }),
    }),
    /** Gives the valid grants of one user to another one as well. */
    copy: endpoint({
      path: `${base}/copy`,
      access: can.copy,
      title: `复制${noun}`,
      input: z.object({ fromUserId: id, toUserId: id }),
      output: z.object({ added: z.number(), skipped: z.number() }),
    }),
  };
};

/** Details of a grant, what a grantee sees, and the history of grants. */
const detailCalls = ({ family, base, can }: GrantSpec) => {
  const { noun } = grantFamilies[family];
  const kind = kindOf(family);
  return {
    detail: endpoint({
      path: `${base}/detail`,
      access: can.detail,
      title: `${noun}详情`,
      input: z.object({ id }),
      output: authRow,
    }),
    /** What one department or user sees, each resource with its reasons (enterprise.md E8). */
    effective: endpoint({
      path: `${base}/effective`,
      access: can.detail,
      title: `${noun}：被授权方可见的资源与原因`,
      input: pageQuery.extend({
        granteeType: filterCode(granteeType.codes),
        granteeId: id,
        kind: kind.optional(),
        keyword: filterText(30),
      }),
      output: pageOf(effectiveRow),
    }),
    history: endpoint({
      path: `${base}/history`,
      access: can.detail,
      title: `${noun}历史`,
      input: pageQuery.extend({
        granteeType: filterCode(granteeType.codes),
        granteeId: id.optional(),
        resourceKind: kind.optional(),
        resourceId: id.optional(),
      }),
      output: pageOf(pastRow),
    }),
  };
};

/** The calls of one page of grants. A module exports each of them by name, because the API document and the server look at a module's exports. */
export const grantCalls = (spec: GrantSpec) => ({
  ...listCalls(spec),
  ...editCalls(spec),
  ...batchCalls(spec),
  ...detailCalls(spec),
});
export type GrantCalls = ReturnType<typeof grantCalls>;
