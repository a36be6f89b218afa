import { z } from 'zod';
import { carrierOptions, customerOptions } from '../../base/reference/options';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { numberWithin, optionalText } from '../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { exportOptions, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { orderCode } from '../order/calls';
import { operationStep } from '../order/step';
import { receiptRequire } from '../waybill/enums';
import { receiptStageKeys, receiptStages, receiptVerbs } from './stage';

const base = '/api/tms/receipt';
const read = { menu: menus.receiptManage.id } as const;
const text = z.string();
const nullable = z.string().nullable();

/** How many pictures a receipt document may have. */
export const maxReceiptPages = 9;

export const receiptRow = z.object({
  id,
  receiptNo: text,
  orderCode: text,
  customerName: text,
  receiver: text,
  receiveArea: text,
  receiveAddress: text,
  waybillCode: nullable,
  waybillKind: z.number().nullable(),
  plateNo: text,
  vehicleColor: z.number().nullable(),
  driverName: text,
  carrierName: text,
  signer: nullable,
  signTime: dateTime.nullable(),
  signPieces: z.number().nullable(),
  rejectPieces: z.number().nullable(),
  /** distance of the truck from the receiver when it was signed, m */
  signDistanceM: z.number().nullable(),
  receiptRequire: z.number(),
  receiptCopies: z.number(),
  pageCount: z.number(),
  stage: z.enum(receiptStageKeys),
  receiptStatus: z.number(),
  auditStatus: z.number(),
  auditRemark: nullable,
  dueTime: dateTime,
  overdueDays: z.number(),
  expressCompany: nullable,
  expressNo: nullable,
  uploadUser: text,
  uploadTime: dateTime.nullable(),
  version: z.number(),
  allowActions: z.array(z.enum(receiptVerbs)),
});
export type ReceiptRow = z.infer<typeof receiptRow>;

export const receiptColumns = columns<ReceiptRow>()([
  { value: 'receiptNo', label: '回单号', width: 136, fixed: 'left', sortable: true, noEdit: true },
  { value: 'stage', label: '回单状态', width: 84 },
  { value: 'orderCode', label: '订单号', width: 150, sortable: true },
  { value: 'customerName', label: '客户', width: 120, wide: 186, sortable: true },
  { value: 'receiveArea', label: '收货点', width: 170, wide: 220 },
  { value: 'signer', label: '签收人', width: 90 },
  { value: 'signTime', label: '签收时间', width: 112, sortable: true },
  { value: 'signPieces', label: '实签 / 拒收', width: 88, align: 'right' },
  { value: 'signDistanceM', label: '签收距离(m)', width: 92, align: 'right', sortable: true },
  { value: 'receiptRequire', label: '回单类型', width: 90, dict: 'receiptRequire' },
  { value: 'receiptCopies', label: '份数', width: 56, align: 'right' },
  { value: 'pageCount', label: '图片', width: 56, align: 'right' },
  { value: 'dueTime', label: '应返时间', width: 112, sortable: true },
  { value: 'overdueDays', label: '逾期', width: 80, align: 'right', sortable: true },
  { value: 'expressNo', label: '快递单号', width: 140 },
  { value: 'waybillCode', label: '运单号', width: 132 },
  { value: 'plateNo', label: '车牌号', width: 104 },
  { value: 'driverName', label: '司机', width: 72 },
  { value: 'uploadUser', label: '上传人', width: 80 },
  { value: 'uploadTime', label: '上传时间', width: 112, sortable: true, hidden: true },
  { value: 'auditStatus', label: '审核状态', width: 84, dict: 'auditStatus', hidden: true },
  { value: 'auditRemark', label: '审核意见', width: 140, hidden: true },
  { value: 'carrierName', label: '承运商', width: 110, hidden: true },
]);

/** Filters of the list; days are those of the company, both included. */
export const receiptFilters = filterSet({
  stage: by.own(by.key('回单状态', receiptStages, { bar: false })),
  /** number of the receipt, the order, the customer's order or the waybill */
  code: by.text('单号', {
    main: true,
    hint: '回单号 / 订单号 / 运单号',
    width: 220,
    columns: ['receipt_no', 'o.order_code', 'o.customer_order_no', 'w.waybill_code'],
  }),
  customerId: by.record('客户', 'customer', customerOptions, { width: 170, columns: ['o.customer_id'] }),
  signFrom: by.days('签收时间', 'signTo', { columns: ['o.signed_at'] }),
  receiptRequire: by.code('回单类型', receiptRequire, { width: 150, columns: ['o.receipt_require'] }),
  overdue: by.own(by.only('逾期', '已逾期', { width: 120 })),
  carrierId: by.record('承运商', 'carrier', carrierOptions, { width: 170, columns: ['w.carrier_id'] }),
  driverName: by.text('司机', { max: 20, width: 130, columns: ['d.name'] }),
  expressNo: by.text('快递单号', { max: 40, width: 160 }),
});
const filters = receiptFilters.schema;
export type ReceiptFilters = z.output<typeof filters>;

export const receiptPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '回单列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(receiptRow),
});
export const receiptStatusCount = endpoint({
  path: `${base}/statusCount`,
  access: read,
  title: '各状态的回单数',
  input: filters.omit({ stage: true }),
  output: z.record(z.string(), z.number()),
});
export const receiptExport = endpoint({
  path: `${base}/export`,
  access: button('receiptManage', 'export'),
  title: '导出回单',
  input: filters.extend(exportOptions),
  output: z.object({ id }),
});

const pageFile = z.object({ id, name: text, url: text, image: z.boolean() });
export type ReceiptPage = z.infer<typeof pageFile>;
export const receiptDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '回单详情',
  input: z.object({ id: orderCode }),
  output: receiptRow.extend({
    remark: text,
    rejectReason: nullable,
    /** signMethod; null when it is unknown */
    signMethod: z.number().nullable(),
    deliveredPieces: z.number(),
    departTime: dateTime.nullable(),
    pages: z.array(pageFile),
    sign: z.object({ lng: z.number(), lat: z.number() }).nullable(),
    receive: z.object({ lng: z.number(), lat: z.number() }).nullable(),
    temperatureType: z.number(),
    tempMin: z.number().nullable(),
    tempMax: z.number().nullable(),
    /** temperature by probe at the handover; empty without readings */
    handover: z.array(z.object({ name: text, tempC: z.number() })),
    items: z.array(
      z.object({
        lineNo: z.number(),
        cargoName: text,
        packUnit: text,
        pieces: z.number(),
        weightKg: z.number(),
        volumeM3: z.number(),
      }),
    ),
    auditUser: text,
    auditTime: dateTime.nullable(),
    recoverTime: dateTime.nullable(),
    sendTime: dateTime.nullable(),
    receiveTime: dateTime.nullable(),
    returnTime: dateTime.nullable(),
    log: z.array(operationStep),
  }),
});
export type ReceiptDetail = z.infer<typeof receiptDetail.output>;

const pieces = numberWithin({ min: 0, max: 999_999, places: 0, unit: '件' });
/** 上传回单: the pictures, and the signature as the paper shows it. */
export const receiptSave = endpoint({
  path: `${base}/save`,
  access: button('receiptManage', 'edit'),
  title: '上传回单',
  input: z
    .object({
      orderCode,
      version,
      signer: z.string('请输入签收人').trim().min(2, '签收人为2~20个字符').max(20, '签收人最多20个字符'),
      signTime: z.string('请选择签收时间').min(1, '请选择签收时间').pipe(dateTime),
      signPieces: pieces,
      rejectPieces: pieces,
      rejectReason: optionalText(100),
      pages: z
        .array(id, '请上传回单图片')
        .min(1, '请上传回单图片')
        .max(maxReceiptPages, `回单图片最多${maxReceiptPages}张`),
      remark: z.string().trim().max(200, '备注最多200个字符').default(''),
    })
    .refine((v) => v.rejectPieces === 0 || Boolean(v.rejectReason), {
      path: ['rejectReason'],
      error: '有拒收时请填写拒收原因',
    }),
  output: z.object({ orderCode: text, version: z.number() }),
});

const chosen = z.array(orderCode).min(1, '请选择回单').max(200, '一次最多处理200张回单');
const line = z.object({ orderCode: text, ok: z.boolean(), msg: text });
export type ReceiptLine = z.infer<typeof line>;

export const receiptAudit = endpoint({
  path: `${base}/audit`,
  access: button('receiptManage', 'audit'),
  title: '审核回单',
  input: z
    .object({ orderCodes: chosen, pass: z.boolean(), reason: optionalText(100) })
    .refine((v) => v.pass || (v.reason ?? '').length >= 2, { path: ['reason'], error: '请填写驳回原因，至少2个字符' }),
  output: z.array(line),
});
export const receiptRecover = endpoint({
  path: `${base}/recover`,
  access: button('receiptManage', 'recover'),
  title: '回单回收登记',
  input: z.object({ orderCodes: chosen }),
  output: z.array(line),
});
export const receiptSend = endpoint({
  path: `${base}/send`,
  access: button('receiptManage', 'send'),
  title: '寄出回单',
  input: z.object({
    orderCodes: chosen,
    expressCompany: z.string('请输入快递公司').trim().min(2, '请输入快递公司').max(20, '快递公司最多20个字符'),
    expressNo: z
      .string('请输入快递单号')
      .trim()
      .regex(/^[A-Za-z0-9-]{5,40}$/u, '快递单号为5~40位字母或数字'),
    sendTime: dateTime.optional(),
  }),
  output: z.array(line),
});
export const receiptReceive = endpoint({
  path: `${base}/receive`,
  access: button('receiptManage', 'receive'),
  title: '接收回单',
  input: z.object({ orderCodes: chosen }),
  output: z.array(line),
});
export const receiptReturnClient = endpoint({
  path: `${base}/returnClient`,
  access: button('receiptManage', 'returnClient'),
  title: '回单返客户',
  input: z.object({ orderCodes: chosen }),
  output: z.array(line),
});
/** The pictures of the chosen receipt documents in one file, one folder for each order. */
export const receiptDownload = endpoint({
  path: `${base}/downloadZip`,
  access: button('receiptManage', 'download'),
  title: '打包下载回单图片',
  raw: true,
  input: z.object({ orderCodes: chosen }),
  output: z.unknown(),
});
