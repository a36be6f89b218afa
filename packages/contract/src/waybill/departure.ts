import { z } from 'zod';
import { button } from '../buttons';
import { endpoint } from '../core/endpoint';
import { optionalId, optionalNumber, optionalText } from '../core/inputs';
import { dateTime, id, pageOf, pageQuery } from '../core/page';
import { exportOptions, version } from '../core/resource';
import { menus } from '../menus';
import {
  autoCheck,
  maxCheckFiles,
  reasonOf,
  waybillCode,
  waybillDetailOut,
  waybillFilters,
  waybillRow,
} from './waybill';

const base = '/api/tms/departure';
const read = { menu: menus.departureManage.id } as const;

/** Dock view: what is to leave, what left, and what should have left (planned 15 minutes ago). */
export const departureTab = z.enum(['toDepart', 'departed', 'overdue']);
export const overdueAfterMin = 15;
const filters = waybillFilters
  .omit({ transportStatus: true, stowStatus: true })
  .extend({ tab: departureTab.optional() });
export type DepartureFilters = z.output<typeof filters>;

export const departurePage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '发车管理列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(waybillRow),
});
export const departureStatusCount = endpoint({
  path: `${base}/statusCount`,
  access: read,
  title: '待发车、已发车与超时未发数',
  input: filters.omit({ tab: true }),
  output: z.record(z.string(), z.number()),
});
export const departureExport = endpoint({
  path: `${base}/export`,
  access: button('departureManage', 'export'),
  title: '导出发车管理',
  input: filters.extend(exportOptions),
  output: z.object({ id }),
});

/** 带条件放行 and 补登 of a departure are rights of their own beside 发车. */
export const departureOverride = button('departureManage', 'override');
export const departureBackdate = button('departureManage', 'backdate');

/** What a person looks at before a truck leaves (transport.md C14). */
export const manualChecks = ['轮胎', '灯光', '油量', '冷机油', '尾板', '灭火器', '铅封'] as const;

/** Pictures of one item that is not in order. */
export const maxItemFiles = 3;

/** Waybill, what the machine found, and whether it may leave: without more, with a reason, not at all. */
export const departureCheck = endpoint({
  path: `${base}/check`,
  access: read,
  title: '发车核对',
  input: z.object({ id: waybillCode }),
  output: waybillDetailOut.extend({
    checks: z.array(autoCheck),
    canDepart: z.enum(['yes', 'override', 'no']),
  }),
});
export type DepartureCheck = z.infer<typeof departureCheck.output>;

const departed = z.object({
  waybillCode: z.string(),
  version: z.number(),
  transportStatus: z.number(),
  departTime: dateTime,
});
export const departureConfirm = endpoint({
  path: `${base}/confirm`,
  access: button('departureManage', 'depart'),
  title: '发车',
  input: z.object({
    waybillCode,
    version,
    /** absent: now */
    departTime: dateTime.optional(),
    mileageKm: optionalNumber({ min: 0, max: 9_999_999, places: 1, unit: 'km' }),
    sealNo: optionalText(30),
    boxTemp: optionalNumber({ min: -60, max: 60, places: 1, unit: '℃' }),
    checkItems: z
      .array(
        z.object({
          item: z.string().max(20),
          ok: z.boolean(),
          remark: z.string().max(100).default(''),
          /** what is wrong, as it looks */
          fileIds: z.array(id).max(maxItemFiles, `每项照片最多${maxItemFiles}张`).default([]),
        }),
      )
      .max(20)
      .default([]),
    /** seal, goods, box as they left */
    fileIds: z.array(id).max(maxCheckFiles, `照片最多${maxCheckFiles}张`).default([]),
    /** why it leaves in spite of warnings */
    overrideReason: optionalText(100),
    remark: z.string().trim().max(200, '备注最多200个字符').default(''),
  }),
  output: departed,
});
export const departureRevoke = endpoint({
  path: `${base}/revoke`,
  access: button('departureManage', 'revokeDepart'),
  title: '撤销发车',
  input: z.object({ waybillCode, reason: reasonOf('撤销原因') }),
  output: z.object({ waybillCode: z.string(), transportStatus: z.number() }),
});
/** 发车编辑: what may still be corrected before the truck leaves. */
export const departureUpdate = endpoint({
  path: `${base}/update`,
  access: button('departureManage', 'edit'),
  title: '编辑发车',
  input: z.object({
    waybillCode,
    version,
    driverId: optionalId,
    coDriverId: optionalId,
    planDepartTime: z.string('请选择计划发车时间').min(1, '请选择计划发车时间').pipe(dateTime),
    setTemp: optionalNumber({ min: -40, max: 40, places: 1, unit: '℃' }),
    sealNo: optionalText(30),
    remark: z.string().trim().max(200, '备注最多200个字符').default(''),
  }),
  output: z.object({ waybillCode: z.string(), version: z.number() }),
});
